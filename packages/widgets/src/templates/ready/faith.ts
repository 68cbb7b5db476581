import { greeting } from '#templates/compositions/greeting.ts'
import { statement } from '#templates/compositions/statement.ts'
import { timetable } from '#templates/compositions/timetable.ts'
import { elegant, type Template } from '#templates/template.ts'
import { DEEP, LIGHT } from '#templates/tones.ts'

export const FAITH: readonly Template[] = [
  {
    id: 'mosque-welcome',
    industries: ['mosque'],
    colours: { primary: '#0f4c3a', accent: '#e3bd58' },
    pages: greeting({
      face: elegant,
      tone: DEEP,
      art: 'mosque',
      frame: 'window',
      greeting: 'Welcome',
      guest: 'May peace be with you. Please leave your shoes at the entrance.',
    }),
  },
  {
    id: 'friday-prayer',
    industries: ['mosque'],
    colours: { primary: '#115740', accent: '#e6c46a' },
    pages: timetable({
      face: elegant,
      tone: LIGHT,
      art: 'mosque',
      title: 'This week at the mosque',
      row: 'Events',
      rows: [
        ['13:15', 'Friday prayer', 'Main hall'],
        ['17:30', 'Quran lesson for children', 'Library'],
        ['19:00', 'Talk and tea', 'Courtyard'],
        ['10:00', 'Arabic for beginners', 'Room 2'],
        ['20:15', 'Volunteer meeting', 'Office'],
      ],
      note: 'Please silence your phone',
    }),
  },
  {
    id: 'ramadan',
    industries: ['mosque', 'restaurant'],
    colours: { primary: '#1b2a5c', accent: '#f0c75e' },
    pages: statement({
      face: elegant,
      tone: DEEP,
      art: 'lantern',
      ground: 'stars',
      headline: 'Ramadan Mubarak',
      text: 'A blessed month for you and your family.',
      note: 'Iftar every evening in the courtyard. All are welcome.',
    }),
  },
  {
    id: 'church-services',
    industries: ['church'],
    colours: { primary: '#46306b', accent: '#f2c767' },
    pages: timetable({
      face: elegant,
      tone: LIGHT,
      art: 'church',
      title: 'Services this week',
      row: 'Events',
      rows: [
        ['9:30', 'Sunday service', 'Church'],
        ['11:00', 'Children’s service', 'Parish hall'],
        ['18:00', 'Evening prayer', 'Chapel'],
        ['19:30', 'Choir practice', 'Parish hall'],
        ['15:00', 'Coffee for seniors', 'Garden room'],
      ],
      note: 'The church is open every day from 8 to 6',
    }),
  },
  {
    id: 'church-welcome',
    industries: ['church'],
    colours: { primary: '#3a2347', accent: '#f6c65b' },
    pages: statement({
      face: elegant,
      tone: DEEP,
      art: 'candles',
      ground: 'glow',
      headline: 'A quiet moment',
      text: 'Come in, light a candle, stay as long as you like.',
      note: 'Evening prayer every day at 6',
    }),
  },
]
