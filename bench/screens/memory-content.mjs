// What a player shows while its memory is measured: pages of every kind, conditions and rules that change, and layers.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { packageOf } from '@vitrine/e2e/support/zip.ts'
import { barPage, groupWithLayers } from '#bench/support/live-content.mjs'
import { caption, page, storyboard, upload, wholePage } from './stories.mjs'

/** A web page that renders continuously, as users upload them. */
export const CLOCK = {
  'index.html': '<!doctype html><title>Clock</title><p id="now"></p><script src="clock.js"></script>',
  'clock.js': `setInterval(() => {
    document.getElementById('now').textContent = new Date().toISOString()
  }, 100)`,
}
const ANIMATION = path.join(import.meta.dirname, '../../packages/player/test/browser/media/once.gif')
/** Values between two changes of the screen's tags, each of which is another manifest. */
const CHANGES_PER_TAG = 5
const TAG = 'Evening'

/** One page of every kind that uses resources: pictures, an animation, a video with captions, and all widgets. */
export async function pages(server, call, files, length) {
  const { name, buffer } = packageOf('clock.zip', CLOCK)
  const media = [
    await upload(server, call, 'red.jpg', files['/red.jpg']),
    await upload(server, call, 'blue.jpg', files['/blue.jpg']),
    await upload(server, call, 'green.mp4', files['/film.mp4']),
    await upload(server, call, name, buffer),
    await upload(server, call, 'once.gif', await readFile(ANIMATION)),
  ]
  await caption(server, call, media[2], 'WEBVTT\n\n00:00.200 --> 00:00.800\nFresh bread\n')
  const zone = (...ids) =>
    wholePage('media-looper', { media: ids.map((mediaId) => ({ mediaId, duration: 0 })), interval: 1 })
  const widgets = [
    zone(...media),
    zone(media[2]),
    zone(media[3]),
    zone(media[4], media[0]),
    ...['weather', 'prayer', 'rss', 'text', 'tag', 'sticky-note', 'link', 'button', 'comment'].map((type) =>
      wholePage(type, {}),
    ),
    ...['checkbox', 'radio', 'dropdown'].map((type) => wholePage(type, {})),
    wholePage('ticker', { text: 'Fresh from the oven every morning' }),
    wholePage('date-time', {}),
    wholePage('rating', {}),
    zone(media[0]),
  ]
  if (length) widgets.unshift(ruledZone(media), ruledZone(media.toReversed()))
  const items = []
  for (const [index, widget] of widgets.entries())
    items.push({
      layoutId: await page(call, `page ${index}`, [widget]),
      transition: ['cut', 'fade', 'slide'][index % 3],
      // Samples are taken on the page before the last one: those around it are always there, or their nodes would count.
      ...(length && index < widgets.length - 3 && conditionOf(length, index)),
    })
  return items
}

/** Every second page plays while the queue is long or while it is short, of which half change only at the next page. */
function conditionOf(length, index) {
  const more = index % 8 < 4 ? { immediate: true } : { holdSeconds: 5 }
  return index % 2 ? { when: length.when(index % 4 === 1 ? 'above' : 'atMost', more) } : {}
}

/** A zone with an entry that plays everywhere, and others that play depending on the screen's tag. */
function ruledZone([always, tagged, untagged]) {
  const media = [
    { mediaId: always, duration: 0 },
    { mediaId: tagged, duration: 0, screens: { anyTags: [TAG] } },
    { mediaId: untagged, duration: 0, screens: { noTags: [TAG] } },
  ]
  return wholePage('media-looper', { media, interval: 1 })
}

/** A group with a bar that makes room, whose pages change, and with a frame around the page. */
export async function layered(call, storyboardId, pageSeconds) {
  const bars = []
  for (const [index, color] of ['#206040', '#705090'].entries())
    bars.push({
      layoutId: await barPage(call, `bar ${index}`, color),
      duration: pageSeconds * 3,
      transition: index ? 'fade' : 'slide',
    })
  const around = await page(call, 'around', [
    wholePage('ticker', { text: 'Open until nine' }),
    wholePage('date-time', {}),
  ])
  return groupWithLayers(call, 'With layers', storyboardId, [
    {
      name: 'News',
      place: { kind: 'bottom', makesRoom: true },
      storyboardId: await storyboard(call, 'news', bars),
    },
    {
      name: 'Frame',
      place: { kind: 'frame' },
      storyboardId: await storyboard(call, 'frame', [{ layoutId: around, duration: pageSeconds * 5 }]),
    },
  ])
}

/** Changes the value that conditions ask for, and now and then the screen's tags. */
export function changing(call, device, length) {
  let changes = 0
  return async () => {
    await length.change()
    if (++changes % CHANGES_PER_TAG > 0) return
    const isTagged = (changes / CHANGES_PER_TAG) % 2 === 1
    const [add, remove] = isTagged ? [[TAG], []] : [[], [TAG]]
    await call('POST', '/devices/tag-many', { ids: [device], add, remove })
  }
}
