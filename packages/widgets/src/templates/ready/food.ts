import { board } from '#templates/compositions/board.ts'
import { poster } from '#templates/compositions/poster.ts'
import type { Template } from '#templates/template.ts'
import { BOLD, DEEP, LIGHT, WARM } from '#templates/tones.ts'

export const FOOD: readonly Template[] = [
  {
    id: 'coffee-bar',
    industries: ['cafe'],
    colours: { primary: '#5b3424', accent: '#f0c38e' },
    pages: board({
      tone: LIGHT,
      art: 'coffee',
      title: 'Coffee & tea',
      row: 'Drinks',
      rows: [
        ['Espresso', 'short and strong', '2.40'],
        ['Cappuccino', 'with fine milk foam', '3.60'],
        ['Flat white', 'two shots, silky milk', '4.10'],
        ['Fresh mint tea', 'with honey', '3.20'],
        ['Hot chocolate', 'with whipped cream', '4.30'],
      ],
      special: ['Today with every coffee', 'Almond cookie', '1.50'],
    }),
  },
  {
    id: 'breakfast',
    industries: ['cafe', 'hotel'],
    colours: { primary: '#6b3410', accent: '#ffcf87' },
    pages: poster({
      tone: LIGHT,
      art: 'bread',
      frame: 'disc',
      kicker: 'Breakfast',
      headline: 'Fresh from the oven',
      text: 'Bread and croissants every morning from 7. Stay a while, or take some home.',
    }),
  },
  {
    id: 'lunch-menu',
    industries: ['restaurant', 'office', 'school'],
    colours: { primary: '#1d4a3f', accent: '#f2c46b' },
    pages: board({
      tone: DEEP,
      art: 'bowl',
      title: 'Lunch this week',
      row: 'Dishes',
      rows: [
        ['Lentil soup', 'Monday, with bread', '6.50'],
        ['Vegetable curry', 'Tuesday, with rice', '8.90'],
        ['Roast chicken', 'Wednesday, with potatoes', '9.80'],
        ['Pasta with tomatoes', 'Thursday, with basil', '8.40'],
        ['Grilled fish', 'Friday, with salad', '11.20'],
      ],
      special: ['Every day', 'Soup and salad', '7.90'],
    }),
  },
  {
    id: 'dinner',
    industries: ['restaurant', 'hotel'],
    colours: { primary: '#5c1a2b', accent: '#f2c14e' },
    pages: poster({
      tone: BOLD,
      art: 'plate',
      frame: 'window',
      kicker: 'Tonight',
      headline: 'Dinner for two',
      text: 'Three courses by candlelight, from 6 to 10. Ask us for a table by the window.',
    }),
  },
  {
    id: 'summer-drinks',
    industries: ['cafe', 'restaurant'],
    colours: { primary: '#0e5e6f', accent: '#ffb35c' },
    pages: poster({
      tone: LIGHT,
      art: 'glass',
      frame: 'disc',
      kicker: 'New',
      headline: 'Cool for hot days',
      text: 'Homemade lemonade with mint and orange. Without added sugar, if you like.',
      seal: '3.90',
    }),
  },
  {
    id: 'fresh-offers',
    industries: ['grocery'],
    colours: { primary: '#2b6a33', accent: '#ffc531' },
    pages: board({
      tone: LIGHT,
      art: 'basket',
      title: 'Offers this week',
      row: 'Offers',
      rows: [
        ['Tomatoes', 'ripe on the vine, 1 kg', '1.99'],
        ['Apples', 'from the region, 1 kg', '2.29'],
        ['Free-range eggs', 'pack of 10', '2.79'],
        ['Fresh milk', '1 liter', '1.19'],
        ['Farmhouse bread', '750 g', '3.20'],
      ],
      special: ['Today only', 'Strawberries', '2.49'],
    }),
  },
  {
    id: 'market-day',
    industries: ['grocery'],
    colours: { primary: '#7a2f16', accent: '#ffd166' },
    pages: poster({
      tone: WARM,
      art: 'fruit',
      frame: 'window',
      kicker: 'Fruit and vegetables',
      headline: 'Picked this morning',
      text: 'From farms nearby, on our shelves the same day.',
      seal: '-20%',
    }),
  },
]
