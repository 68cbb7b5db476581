import { board } from '#templates/compositions/board.ts'
import { poster } from '#templates/compositions/poster.ts'
import { statement } from '#templates/compositions/statement.ts'
import { elegant, type Template } from '#templates/template.ts'
import { BOLD, DEEP, LIGHT } from '#templates/tones.ts'

export const SHOPS: readonly Template[] = [
  {
    id: 'sale',
    industries: ['retail'],
    colours: { primary: '#a8123c', accent: '#ffd23f' },
    pages: poster({
      tone: BOLD,
      art: 'bags',
      frame: 'disc',
      kicker: 'This week only',
      headline: 'Summer sale',
      text: 'On everything with a red dot, while stocks last.',
      seal: '-50%',
    }),
  },
  {
    id: 'new-collection',
    industries: ['retail'],
    colours: { primary: '#3b3550', accent: '#f0a9b8' },
    pages: poster({
      tone: LIGHT,
      art: 'hanger',
      frame: 'window',
      kicker: 'New in store',
      headline: 'The fall collection',
      text: 'Warm colors, soft wool, and jackets that last for years.',
    }),
  },
  {
    id: 'salon-prices',
    industries: ['salon'],
    colours: { primary: '#6d2e5b', accent: '#f4b9c6' },
    pages: board({
      face: elegant,
      tone: LIGHT,
      art: 'scissors',
      title: 'Our services',
      row: 'Services',
      rows: [
        ['Cut and style', 'with shampoo, 45 minutes', '42.00'],
        ['Beard trim', 'with hot towel', '18.00'],
        ['Color', 'from root to tip', '68.00'],
        ['Highlights', 'by hand, with care', '85.00'],
        ['Manicure', '30 minutes', '25.00'],
      ],
      special: ['This month', 'Care treatment', '19.00'],
    }),
  },
  {
    id: 'spa',
    industries: ['salon', 'hotel', 'gym'],
    colours: { primary: '#1f6460', accent: '#f5cda6' },
    pages: poster({
      face: elegant,
      tone: LIGHT,
      art: 'lotus',
      frame: 'disc',
      kicker: 'Time for you',
      headline: 'Breathe, rest, glow',
      text: 'Massage and sauna, every day from 10 to 9. Ask at the front desk.',
    }),
  },
  {
    id: 'flower-shop',
    industries: ['retail', 'salon'],
    colours: { primary: '#2f5d3a', accent: '#ff9fb2' },
    pages: statement({
      face: elegant,
      tone: LIGHT,
      art: 'flower',
      ground: 'dots',
      headline: 'A bouquet says more',
      text: 'Tied by hand while you wait, with seasonal flowers.',
      note: 'We deliver in town the same day',
    }),
  },
  {
    id: 'home-for-sale',
    industries: ['realEstate'],
    colours: { primary: '#1d3f72', accent: '#f4a63a' },
    pages: poster({
      tone: LIGHT,
      art: 'house',
      frame: 'field',
      kicker: 'For sale',
      headline: 'House with a garden',
      text: '5 rooms · 140 m² · built in 2012\nQuiet street, ten minutes to the station',
      seal: '480,000',
    }),
  },
  {
    id: 'open-house',
    industries: ['realEstate'],
    colours: { primary: '#14454d', accent: '#f0b55e' },
    pages: statement({
      tone: BOLD,
      art: 'keys',
      ground: 'stripes',
      headline: 'Open house on Saturday',
      text: 'Look around, ask questions, feel at home: 11 to 3.',
      note: 'Garden Street 12, second floor',
    }),
  },
  {
    id: 'savings',
    industries: ['bank'],
    colours: { primary: '#12355b', accent: '#5fd3a6' },
    pages: poster({
      tone: DEEP,
      art: 'coins',
      frame: 'disc',
      kicker: 'Savings account',
      headline: 'Let your money grow',
      text: 'Fixed for 12 months, from your first deposit. We’ll be glad to show you how.',
      seal: '2.5%',
    }),
  },
]
