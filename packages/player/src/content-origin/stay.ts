/**
 * A kiosk's browser shows its own error in place of a site that isn't allowed. A package that leads itself to another
 * site stays, under a frame with that site: what its frames may not open, the keeper replaces by our page.
 */
interface Navigate extends Event {
  destination: { url: string }
}
type WithNavigation = Window & { navigation?: EventTarget }

let over: HTMLIFrameElement | undefined

;(window as WithNavigation).navigation?.addEventListener('navigate', (event) => {
  const { protocol, origin, href } = new URL((event as Navigate).destination.url)
  if (!event.cancelable || !/^https?:$/.test(protocol) || origin === location.origin) return
  event.preventDefault()
  over?.remove()
  over = document.createElement('iframe')
  over.style.cssText =
    'position:fixed;left:0;top:0;width:100%;height:100%;border:0;background:#fff;z-index:2147483647'
  over.referrerPolicy = 'no-referrer'
  over.src = href
  const page = document.body ?? document.documentElement
  page.append(over)
})
document.currentScript?.remove()
