import { poster } from '#templates/compositions/poster.ts'
import { timetable } from '#templates/compositions/timetable.ts'
import { trio } from '#templates/compositions/trio.ts'
import type { Template } from '#templates/template.ts'
import { BOLD, DEEP, LIGHT, WARM } from '#templates/tones.ts'

export const CARE: readonly Template[] = [
  {
    id: 'clinic-welcome',
    industries: ['clinic'],
    colours: { primary: '#0b6180', accent: '#8fdccf' },
    pages: trio({
      tone: LIGHT,
      title: 'Good to see you',
      text: 'Please check in at the front desk, then take a seat.',
      cards: [
        ['heart', 'Family doctor', 'Mornings without an appointment from 8 to 11'],
        ['doctor', 'Specialists', 'By appointment on floor 2, rooms 210 to 224'],
        ['tooth', 'Dentist', 'Floor 3. In pain? Tell us, and we’ll help today.'],
      ],
    }),
  },
  {
    id: 'doctors-today',
    industries: ['clinic'],
    colours: { primary: '#145a7a', accent: '#ffd27a' },
    pages: timetable({
      tone: LIGHT,
      art: 'doctor',
      title: 'Consulting hours today',
      row: 'Doctors',
      rows: [
        ['8:00', 'Dr. Weber · Family medicine', 'Room 104'],
        ['9:30', 'Dr. Laurent · Children', 'Room 112'],
        ['11:00', 'Dr. Haddad · Heart', 'Room 210'],
        ['14:00', 'Dr. Novak · Eyes', 'Room 215'],
        ['15:30', 'Dr. Silva · Skin', 'Room 218'],
      ],
      note: 'Please have your insurance card ready',
    }),
  },
  {
    id: 'checkup',
    industries: ['clinic'],
    colours: { primary: '#1f5c99', accent: '#ffd166' },
    pages: poster({
      tone: BOLD,
      art: 'tooth',
      frame: 'disc',
      kicker: 'Checkup',
      headline: 'Two visits a year keep teeth healthy',
      text: 'It takes 20 minutes. Make your next appointment at the front desk.',
    }),
  },
  {
    id: 'school-day',
    industries: ['school'],
    colours: { primary: '#1f5296', accent: '#ffc83d' },
    pages: timetable({
      tone: LIGHT,
      art: 'books',
      title: 'Today at school',
      row: 'Events',
      rows: [
        ['8:00', 'Class 5b: math moves', 'Room 203'],
        ['9:50', 'Book fair opens', 'Library'],
        ['12:15', 'Lunch', 'Cafeteria'],
        ['14:00', 'Theater rehearsal', 'Auditorium'],
        ['15:30', 'Soccer tournament', 'Gym'],
      ],
      note: 'Lost something? Ask at the office.',
    }),
  },
  {
    id: 'school-welcome',
    industries: ['school'],
    colours: { primary: '#b5371f', accent: '#ffd65c' },
    pages: trio({
      tone: WARM,
      title: 'Welcome back to school',
      text: 'Find your way',
      cards: [
        ['pencil', 'Classes', 'Lists are posted at the entrance to each building'],
        ['books', 'Library', 'Open from 7:30 to 4, books for two weeks'],
        ['cap', 'Advice', 'Questions about your future? Room 110.'],
      ],
    }),
  },
  {
    id: 'graduation',
    industries: ['school', 'event'],
    colours: { primary: '#1e2f5e', accent: '#e9b949' },
    pages: poster({
      tone: DEEP,
      art: 'cap',
      frame: 'disc',
      kicker: 'Congratulations',
      headline: 'To all graduates',
      text: 'You made it! Ceremony on Friday at 5 in the auditorium, families welcome.',
    }),
  },
  {
    id: 'gym-classes',
    industries: ['gym'],
    colours: { primary: '#1d1f2b', accent: '#c8f04a' },
    pages: timetable({
      tone: DEEP,
      art: 'dumbbell',
      title: 'Classes today',
      row: 'Classes',
      rows: [
        ['7:00', 'Morning yoga', 'Studio 1'],
        ['9:30', 'Healthy back', 'Studio 2'],
        ['12:15', 'Lunch workout', 'Hall'],
        ['17:45', 'Indoor cycling', 'Bike room'],
        ['19:00', 'Strength for all', 'Hall'],
      ],
      note: 'Bring a towel, drink water, have fun',
    }),
  },
  {
    id: 'gym-join',
    industries: ['gym'],
    colours: { primary: '#d03b1f', accent: '#ffe066' },
    pages: poster({
      tone: BOLD,
      art: 'dumbbell',
      frame: 'field',
      kicker: 'Bring a friend',
      headline: 'Train together, pay half',
      text: 'Your friend trains free for a month. Talk to the team at the counter.',
      seal: '1+1',
    }),
  },
]
