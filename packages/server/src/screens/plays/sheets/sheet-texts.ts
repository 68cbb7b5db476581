// Texts of a report in PDF, which people who don't use the console read: in the language of the organization, or of the
// person who makes it.

const EN = {
  everything: 'Everything shown',
  customer: 'For',
  plays: 'Plays',
  duration: 'Time on screen',
  screens: 'Screens',
  places: 'Places',
  name: 'Name',
  perDay: 'Plays per day',
  proofs: 'Pictures from screens',
  byScreen: 'By screen',
  byPlace: 'By place',
  noPlace: 'No building',
  unnamed: 'Unnamed',
  foot: 'As reported by the screens themselves.',
  attached: 'The whole report is attached.',
  stop: 'To stop these reports, change or delete the alert that sends them:',
  stopWhere: 'Settings, Alerts.',
}
type Texts = typeof EN

export const SHEET_TEXTS: Record<'en' | 'de' | 'fr' | 'es' | 'ar', Texts> = {
  en: EN,
  de: {
    everything: 'Alles Gezeigte',
    customer: 'Für',
    plays: 'Wiedergaben',
    duration: 'Zeit auf dem Bildschirm',
    screens: 'Bildschirme',
    places: 'Orte',
    name: 'Name',
    perDay: 'Wiedergaben pro Tag',
    proofs: 'Bilder von Bildschirmen',
    byScreen: 'Nach Bildschirm',
    byPlace: 'Nach Ort',
    noPlace: 'Kein Gebäude',
    unnamed: 'Ohne Namen',
    foot: 'Wie von den Bildschirmen selbst gemeldet.',
    attached: 'Der ganze Bericht hängt an.',
    stop: 'Um diese Berichte zu beenden, ändern oder löschen Sie die Benachrichtigung, die sie sendet:',
    stopWhere: 'Einstellungen, Benachrichtigungen.',
  },
  fr: {
    everything: 'Tout ce qui a été diffusé',
    customer: 'Pour',
    plays: 'Diffusions',
    duration: 'Temps à l’écran',
    screens: 'Écrans',
    places: 'Lieux',
    name: 'Nom',
    perDay: 'Diffusions par jour',
    proofs: 'Images des écrans',
    byScreen: 'Par écran',
    byPlace: 'Par lieu',
    noPlace: 'Aucun bâtiment',
    unnamed: 'Sans nom',
    foot: 'D’après les rapports des écrans eux-mêmes.',
    attached: 'Le rapport complet est joint.',
    stop: 'Pour ne plus recevoir ces rapports, modifiez ou supprimez l’alerte qui les envoie :',
    stopWhere: 'Paramètres, Alertes.',
  },
  es: {
    everything: 'Todo lo mostrado',
    customer: 'Para',
    plays: 'Reproducciones',
    duration: 'Tiempo en pantalla',
    screens: 'Pantallas',
    places: 'Lugares',
    name: 'Nombre',
    perDay: 'Reproducciones por día',
    proofs: 'Imágenes de las pantallas',
    byScreen: 'Por pantalla',
    byPlace: 'Por lugar',
    noPlace: 'Sin edificio',
    unnamed: 'Sin nombre',
    foot: 'Según informan las propias pantallas.',
    attached: 'El informe completo va adjunto.',
    stop: 'Para dejar de recibir estos informes, cambie o elimine la alerta que los envía:',
    stopWhere: 'Ajustes, Alertas.',
  },
  ar: {
    everything: 'كل ما عُرض',
    customer: 'إلى',
    plays: 'مرات العرض',
    duration: 'الوقت على الشاشة',
    screens: 'الشاشات',
    places: 'الأماكن',
    name: 'الاسم',
    perDay: 'مرات العرض يوميًا',
    proofs: 'صور من الشاشات',
    byScreen: 'حسب الشاشة',
    byPlace: 'حسب المكان',
    noPlace: 'بلا مبنى',
    unnamed: 'بلا اسم',
    foot: 'كما أبلغت الشاشات نفسها.',
    attached: 'التقرير الكامل مرفق.',
    stop: 'لإيقاف هذه التقارير، غيّر أو احذف التنبيه الذي يرسلها:',
    stopWhere: 'الإعدادات، التنبيهات.',
  },
}

/** The language whose texts a language tag gets. */
export function sheetLanguage(tag: string): keyof typeof SHEET_TEXTS {
  const [language = 'en'] = tag.toLowerCase().split('-')
  return Object.hasOwn(SHEET_TEXTS, language) ? (language as keyof typeof SHEET_TEXTS) : 'en'
}

/** `h:mm:ss`; hours may exceed 24. */
export function durationText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
