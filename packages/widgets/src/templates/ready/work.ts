import { greeting } from '#templates/compositions/greeting.ts'
import { poster } from '#templates/compositions/poster.ts'
import { timetable } from '#templates/compositions/timetable.ts'
import { trio } from '#templates/compositions/trio.ts'
import type { Template } from '#templates/template.ts'
import { BOLD, DEEP, LIGHT, WARM } from '#templates/tones.ts'

export const WORK: readonly Template[] = [
  {
    id: 'visitors',
    industries: ['office', 'bank'],
    colours: { primary: '#17365f', accent: '#f7b955' },
    pages: greeting({
      tone: DEEP,
      art: 'skyline',
      frame: 'field',
      greeting: 'Welcome',
      guest: 'Ms. Tanaka and team, we look forward to our meeting on floor 4.',
    }),
  },
  {
    id: 'meeting-rooms',
    industries: ['office'],
    colours: { primary: '#2c4a6e', accent: '#f6c667' },
    pages: timetable({
      tone: LIGHT,
      art: 'meeting',
      title: 'Meetings today',
      row: 'Meetings',
      rows: [
        ['9:00', 'Weekly planning', 'Room Oslo'],
        ['10:30', 'Interview', 'Room Cairo'],
        ['13:00', 'Budget review', 'Room Lima'],
        ['14:30', 'Customer visit', 'Room Kyoto'],
        ['16:00', 'Team retrospective', 'Room Oslo'],
      ],
      note: 'Free rooms: ask at reception',
    }),
  },
  {
    id: 'safety',
    industries: ['factory'],
    colours: { primary: '#22252b', accent: '#ffc400' },
    pages: trio({
      tone: WARM,
      title: 'Safety first',
      text: 'Three rules that protect us all',
      cards: [
        ['helmet', 'Wear your helmet', 'Everywhere past the yellow line'],
        ['gears', 'Stop the machine first', 'Never reach into a running machine'],
        ['heart', 'Look out for others', 'See a danger? Call 112 right away'],
      ],
    }),
  },
  {
    id: 'shift-plan',
    industries: ['factory'],
    colours: { primary: '#27455c', accent: '#ffb648' },
    pages: timetable({
      tone: DEEP,
      art: 'factory',
      title: 'Shifts today',
      row: 'Shifts',
      rows: [
        ['6:00', 'Early shift', 'Lines 1 to 4'],
        ['9:30', 'Safety briefing', 'Hall B'],
        ['14:00', 'Late shift', 'Lines 1 to 3'],
        ['16:00', 'Maintenance', 'Line 4'],
        ['22:00', 'Night shift', 'Line 1'],
      ],
      note: 'Thank you for 128 days without an accident',
    }),
  },
  {
    id: 'departures',
    industries: ['transport'],
    colours: { primary: '#113b63', accent: '#ffcf3f' },
    pages: timetable({
      tone: DEEP,
      art: 'bus',
      title: 'Next departures',
      row: 'Departures',
      rows: [
        ['8:04', '12 · Central station', 'Platform 1'],
        ['8:09', '7 · University', 'Platform 3'],
        ['8:12', '31 · Harbor', 'Platform 2'],
        ['8:20', '12 · Airport', 'Platform 1'],
        ['8:26', '5 · Stadium', 'Platform 4'],
      ],
      note: 'Tickets at the machine and in the app',
    }),
  },
  {
    id: 'service-change',
    industries: ['transport'],
    colours: { primary: '#8a1f2d', accent: '#ffd24d' },
    pages: poster({
      tone: WARM,
      art: 'train',
      frame: 'window',
      kicker: 'Service change',
      headline: 'No trains on line 2 this weekend',
      text: 'Buses run every 10 minutes from platform 5. Please allow 20 extra minutes.',
    }),
  },
  {
    id: 'travel',
    industries: ['transport', 'retail'],
    colours: { primary: '#155e8a', accent: '#ffd97a' },
    pages: poster({
      tone: BOLD,
      art: 'plane',
      frame: 'disc',
      kicker: 'Getaways',
      headline: 'Somewhere sunny',
      text: 'A week by the sea with flight and breakfast. Book by the end of the month.',
      seal: '399',
    }),
  },
]
