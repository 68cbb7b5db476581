import { greeting } from '#templates/compositions/greeting.ts'
import { poster } from '#templates/compositions/poster.ts'
import { statement } from '#templates/compositions/statement.ts'
import { timetable } from '#templates/compositions/timetable.ts'
import { trio } from '#templates/compositions/trio.ts'
import { elegant, type Template } from '#templates/template.ts'
import { BOLD, DEEP, LIGHT } from '#templates/tones.ts'

export const GUESTS: readonly Template[] = [
  {
    id: 'hotel-welcome',
    industries: ['hotel'],
    colours: { primary: '#14626b', accent: '#ffc46b' },
    pages: greeting({
      face: elegant,
      tone: LIGHT,
      art: 'palm',
      frame: 'field',
      greeting: 'Welcome',
      guest: 'Breakfast from 6:30 to 10:30 on the terrace. Enjoy your stay!',
    }),
  },
  {
    id: 'hotel-services',
    industries: ['hotel'],
    colours: { primary: '#3b2f4f', accent: '#eabf6b' },
    pages: timetable({
      face: elegant,
      tone: LIGHT,
      art: 'bell',
      title: 'At your service',
      row: 'Services',
      rows: [
        ['6:30', 'Breakfast', 'Terrace'],
        ['8:00', 'Pool and sauna', 'Floor 5'],
        ['12:00', 'Lunch', 'Garden restaurant'],
        ['15:00', 'Check-in', 'Front desk'],
        ['18:00', 'Bar and live music', 'Lobby'],
      ],
      note: 'Dial 9 from your room, day or night',
    }),
  },
  {
    id: 'late-checkout',
    industries: ['hotel'],
    colours: { primary: '#23305c', accent: '#f6c470' },
    pages: poster({
      face: elegant,
      tone: DEEP,
      art: 'bed',
      frame: 'window',
      kicker: 'Sunday special',
      headline: 'Sleep in a little longer',
      text: 'Keep your room until 3 on Sundays. Ask at the front desk.',
    }),
  },
  {
    id: 'exhibition',
    industries: ['museum'],
    colours: { primary: '#7c3a1d', accent: '#f1c27a' },
    pages: poster({
      face: elegant,
      tone: LIGHT,
      art: 'vase',
      frame: 'window',
      kicker: 'Special exhibition',
      headline: 'Three thousand years in clay',
      text: 'Vessels from the Nile to the Aegean. Hall 4, until the end of May.',
    }),
  },
  {
    id: 'museum-rooms',
    industries: ['museum'],
    colours: { primary: '#2d3a4f', accent: '#e8b04b' },
    pages: trio({
      face: elegant,
      tone: LIGHT,
      title: 'What would you like to see?',
      text: 'Guided tours every hour from the entrance hall',
      cards: [
        ['frames', 'Paintings', 'Floor 1: from the Renaissance to today'],
        ['vase', 'Antiquity', 'Floor 2: Egypt, Greece, and Rome'],
        ['books', 'Library', 'Ground floor: read, draw, and listen'],
      ],
    }),
  },
  {
    id: 'concert',
    industries: ['event'],
    colours: { primary: '#4a1a5e', accent: '#ffb84d' },
    pages: poster({
      face: elegant,
      tone: DEEP,
      art: 'mic',
      frame: 'field',
      kicker: 'Live tonight',
      headline: 'Voices of the city',
      text: 'Doors open at 7, music from 8. Tickets at the entrance.',
    }),
  },
  {
    id: 'program',
    industries: ['event', 'museum'],
    colours: { primary: '#0f4a63', accent: '#ff9f5a' },
    pages: timetable({
      face: elegant,
      tone: BOLD,
      art: 'mic',
      title: 'Today’s program',
      row: 'Events',
      rows: [
        ['9:00', 'Registration and coffee', 'Foyer'],
        ['10:00', 'Opening talk', 'Main hall'],
        ['11:30', 'Workshops', 'Rooms 1 to 6'],
        ['14:00', 'Panel discussion', 'Main hall'],
        ['17:00', 'Reception', 'Garden'],
      ],
      note: 'Share your day with your badge code',
    }),
  },
  {
    id: 'celebration',
    industries: ['event', 'general'],
    colours: { primary: '#8a2b6a', accent: '#ffd05c' },
    pages: statement({
      face: elegant,
      tone: LIGHT,
      art: 'balloons',
      ground: 'confetti',
      headline: 'Happy birthday, Amira!',
      text: 'All of us wish you a wonderful year.',
      note: 'Cake in the kitchen at 3',
    }),
  },
  {
    id: 'cake-day',
    industries: ['cafe', 'event'],
    colours: { primary: '#7b2d4b', accent: '#ffc2a1' },
    pages: statement({
      face: elegant,
      tone: BOLD,
      art: 'cake',
      ground: 'waves',
      headline: 'Cake for every occasion',
      text: 'Order two days ahead, for six guests or sixty.',
      note: 'Ask to see our cake book',
    }),
  },
]
