/** Sample content for a package's picture: form values and data source rows. */
interface Sample {
  values?: Record<string, unknown>
  columns?: readonly string[]
  rows?: readonly Record<string, unknown>[]
}

const dish = (Group: string, Name: string, Price: number, Description = '') => ({
  Name,
  Price,
  Description,
  Group,
})
const meeting = (Title: string, day: string, Time: string, Until: string) => ({
  ...{ Title, Date: day, Time, Until, 'All day': false, Location: 'Room Cedar' },
  ...{ Start: `${day}T${Time}:00+01:00`, End: `${day}T${Until}:00+01:00` },
})
const departure = (minutes: number, Line: string, Destination: string, Platform: string, Color: string) => ({
  ...{ Line, Destination, Platform, Color, 'Text color': '#ffffff' },
  Departure: new Date(Date.parse('2026-11-26T09:24:00Z') + minutes * 60_000).toISOString(),
})
const post = (Title: string, Text: string, hours: number) => ({
  ...{ Title, Text, Image: '' },
  Date: new Date(Date.parse('2026-11-26T09:24:00Z') - hours * 3_600_000).toISOString(),
})

export const samples: Record<string, Sample> = {
  menu: {
    values: { source: 'menu', title: 'Corner bakery', currency: 'EUR', footer: 'All bread is baked here' },
    rows: [
      dish('Breakfast', 'Butter croissant', 2.4),
      dish('Breakfast', 'Granola bowl', 6.5, 'Yogurt, berries, honey'),
      dish('Breakfast', 'Scrambled eggs', 7.9, 'With rye bread'),
      dish('Lunch', 'Soup of the day', 6.2, 'With a roll'),
      dish('Lunch', 'Goat cheese salad', 9.8),
      dish('Lunch', 'Club sandwich', 8.9),
      dish('Coffee', 'Espresso', 2.2),
      dish('Coffee', 'Flat white', 3.4),
      dish('Coffee', 'Hot chocolate', 3.6),
    ],
  },
  agenda: {
    values: { source: 'room', title: 'Room Cedar' },
    rows: [
      meeting('Product review', '2026-11-26', '10:00', '11:00'),
      meeting('Interview', '2026-11-26', '11:30', '12:15'),
      meeting('Budget for 2027', '2026-11-26', '14:00', '15:30'),
      meeting('Team lunch', '2026-11-27', '12:00', '13:00'),
    ],
  },
  departures: {
    values: { source: 'stop', title: 'Market Square' },
    rows: [
      departure(2, '4', 'Central Station', '1', '#c2410c'),
      departure(5, '12', 'University', '2', '#1d4ed8'),
      departure(9, '4', 'Harbor', '2', '#c2410c'),
      departure(14, '31', 'Airport', '1', '#15803d'),
      departure(18, '12', 'Old Town', '1', '#1d4ed8'),
      departure(26, '7', 'Botanical Garden', '2', '#7e22ce'),
      departure(75, 'N1', 'Central Station', '1', '#334155'),
    ],
  },
  'social-wall': {
    values: { source: 'posts', title: 'News from the library' },
    rows: [
      post('Open until ten', 'From December we stay open longer on Thursdays.', 2),
      post('Story time', 'Every Saturday at eleven, for everyone from four to nine.', 20),
      post('New in the shop', 'Tote bags by three local illustrators.', 30),
      post('Repair café', 'Bring what is broken. We bring tools and coffee.', 52),
      post('Writers wanted', 'Our magazine looks for short stories of your street.', 75),
      post('Quiet room', 'Forty more seats on the third floor.', 120),
    ],
  },
  table: {
    values: { source: 'staff', title: 'Who sits where' },
    rows: [
      { Name: 'Amira Haddad', Team: 'Finance', Room: '2.14', Phone: 214 },
      { Name: 'Ben Okafor', Team: 'Design', Room: '3.02', Phone: 302 },
      { Name: 'Chloé Martin', Team: 'Sales', Room: '1.08', Phone: 108 },
      { Name: 'Daniel Kim', Team: 'Support', Room: '1.11', Phone: 111 },
      { Name: 'Elena Petrova', Team: 'Engineering', Room: '3.20', Phone: 320 },
      { Name: 'Farid Nasser', Team: 'Engineering', Room: '3.21', Phone: 321 },
      { Name: 'Grace Lin', Team: 'People', Room: '2.03', Phone: 203 },
    ],
  },
  clocks: {},
  hours: { values: { title: 'Corner bakery' } },
  countdown: { values: { date: '2026-12-05', time: '10:00' } },
  'qr-code': {
    values: { text: 'https://example.org/wifi', caption: 'Point your camera here\nand you are online' },
  },
}
