// Runs before the first paint, so that a dark console never flashes white. The rest is lib/appearance.ts.
;(() => {
  var stored = null
  try {
    stored = localStorage.getItem('appearance')
  } catch (_) {}
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
