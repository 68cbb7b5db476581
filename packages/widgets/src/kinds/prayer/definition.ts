import type { WidgetDefinition } from '@vitrine/widgets/definition'

/** The common public numbering of calculation methods; 6 is not offered. */
const PRAYER_METHODS = [
  { value: 0, label: 'Shia Ithna-Ashari' },
  { value: 1, label: 'University of Islamic Sciences, Karachi' },
  { value: 2, label: 'Islamic Society of North America' },
  { value: 3, label: 'Muslim World League' },
  { value: 4, label: 'Umm Al-Qura University, Makkah' },
  { value: 5, label: 'Egyptian General Authority of Survey' },
  { value: 7, label: 'Institute of Geophysics, University of Tehran' },
  { value: 8, label: 'Gulf Region' },
  { value: 9, label: 'Kuwait' },
  { value: 10, label: 'Qatar' },
  { value: 11, label: 'Majlis Ugama Islam Singapura, Singapore' },
  { value: 12, label: 'Union des organisations islamiques de France' },
  { value: 13, label: 'Diyanet, Turkey' },
  { value: 14, label: 'Spiritual Administration of Muslims of Russia' },
] as const

/** A widget that needs a city says so, rather than showing the times of another one. */
export const NO_CITY = 'none'

const minutes = { type: 'textbox', format: 'numeric', unit: 'min', default: 0, min: -60, max: 60 } as const

export const prayer = {
  type: 'prayer',
  label: 'Prayer times',
  group: 'information',
  size: { width: 320, height: 150 },
  fit: { of: 'screen', width: 0.4, height: 0.5 },
  fields: {
    prayerCalcMethod: { type: 'lookup', label: 'Calculation method', options: PRAYER_METHODS, default: 5 },
    prayerAsr: {
      type: 'lookup',
      label: 'Asr calculation',
      help: 'Hanafi begins later in the afternoon',
      options: [
        { value: 'standard', label: 'Standard (Shafi, Maliki, Hanbali)' },
        { value: 'hanafi', label: 'Hanafi' },
      ],
      default: 'standard',
    },
    prayerLocation: {
      type: 'lookup',
      label: 'City',
      options: [{ value: NO_CITY, label: 'No city' }],
      lookup: 'cities',
      default: 'cairo',
    },
    prayerColor: { type: 'colorPicker', allowGradient: true, label: 'Color', default: 'white' },
    fontSettings: { type: 'font-settings', label: 'Font', lettersOnly: true },
    prayerFajrMinutes: {
      ...minutes,
      label: 'Fajr offset',
      help: 'Minutes added to the computed times; negative numbers subtract',
    },
    prayerSunriseMinutes: { ...minutes, label: 'Sunrise offset' },
    prayerDhuhrMinutes: { ...minutes, label: 'Dhuhr offset' },
    prayerAsrMinutes: { ...minutes, label: 'Asr offset' },
    prayerMaghribMinutes: { ...minutes, label: 'Maghrib offset' },
    prayerIshaMinutes: { ...minutes, label: 'Isha offset' },
  },
} as const satisfies WidgetDefinition
