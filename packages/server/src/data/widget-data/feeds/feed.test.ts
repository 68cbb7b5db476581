import { describe, expect, it } from 'vitest'
import { readFeed } from './api.ts'

const OWNERS = [{ organizationId: 'organization', userId: 'person' }]

const read = (text: string, type = 'text/xml') => readFeed(Buffer.from(text), type, OWNERS)
const rss = (items: string, title = 'News') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`
const titleOf = async (title: string) =>
  (await read(rss(`<item><title>${title}</title></item>`))).items[0]?.title

describe('reading feeds', () => {
  it('reads RSS, Atom, RDF and JSON Feed alike', async () => {
    const at = Date.parse('2026-11-21T10:00:00Z')
    const expected = { title: 'A & B', items: [{ title: 'First', text: 'More of it', at }] }
    const feeds = [
      rss(
        '<item><title>First</title><description><![CDATA[<p>More <b>of</b> it</p>]]></description><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item>',
        'A &amp; B',
      ),
      `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;amp; B</title><entry><title>First</title><summary type="html">&lt;p&gt;More of it&lt;/p&gt;</summary><updated>2026-11-21T10:00:00Z</updated></entry></feed>`,
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>A &amp; B</title></channel><item><title>First</title><description>More of it</description><dc:date>2026-11-21T10:00:00Z</dc:date></item></rdf:RDF>`,
      `{"version":"https://jsonfeed.org/version/1.1","title":"A &amp; B","items":[{"id":"1","title":"First","content_html":"<p>More of it</p>","date_published":"2026-11-21T10:00:00Z"}]}`,
    ]
    for (const feed of feeds) expect(await read(feed)).toEqual(expected)
  })

  it.each([
    ['Fish &amp;amp; chips', 'Fish & chips'],
    ['&lt;b&gt;Bold&lt;/b&gt; words', 'Bold words'],
    ['<![CDATA[<script>alert(1)</script>Text<img src=x onerror=alert(1)>]]>', 'Text'],
    ['<![CDATA[<style>a{}</style>One<br>Two<p>Three</p>]]>', 'One Two Three'],
    ['1 &lt; 2 and 3 &gt; 2', '1 < 2 and 3 > 2'],
    ['a&#x202e;b &#173;c', 'ab c'],
    ['می‌خواهم', 'می‌خواهم'],
    ['  many\n\n   blanks ', 'many blanks'],
    ['<![CDATA[One<!-- <b>two</b> --> three<SCRIPT a="<">x</b></Script >four]]>', 'One three four'],
    ['<![CDATA[İİ<script>x</script>One <i>and</i> 1 < 2 <- <!-- never closed]]>', 'İİ One and 1 < 2 <-'],
    ['<![CDATA[One<style>cut off]]>', 'One'],
  ])('XSS-03: takes %j for text', async (given, shown) => expect(await titleOf(given)).toBe(shown))

  it.each([
    ['<enclosure url="https://a.test/1.jpg" type="image/jpeg" length="1"/>', 'https://a.test/1.jpg'],
    ['<enclosure url="https://a.test/1.mp3" type="audio/mpeg" length="1"/>', undefined],
    ['<media:content url="https://a.test/2.jpg" medium="image"/>', 'https://a.test/2.jpg'],
    ['<media:thumbnail url="https://a.test/3.jpg"/>', 'https://a.test/3.jpg'],
    [
      '<description><![CDATA[<p>Text</p><img alt="" src="https://a.test/4.jpg?a=1&amp;b=2">]]></description>',
      'https://a.test/4.jpg?a=1&b=2',
    ],
    ['<description><![CDATA[<img src="javascript:alert(1)">]]></description>', undefined],
    ['<description><![CDATA[<img src="data:image/png;base64,AAAA">]]></description>', undefined],
  ])('finds the picture in %s', async (item, image) => {
    const { items } = await read(
      rss(`<item><title>A</title>${item}</item>`).replace(
        '<rss ',
        '<rss xmlns:media="http://search.yahoo.com/mrss/" ',
      ),
    )
    expect(items[0]?.image).toBe(image)
  })

  it('uses the description if there is no title, and nothing if there is neither', async () => {
    const { items } = await read(rss('<item><description>Only this</description></item><item/>'))
    expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(['Only this']))
    expect(items.find(({ title }) => title === 'Only this')).toEqual({ title: 'Only this' })
  })

  it('reads the charset from the header and from the document', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1256"?><rss version="2.0"><channel><title>'),
      Buffer.from([0xc3, 0xce, 0xc8, 0xc7, 0xd1]),
      Buffer.from('</title></channel></rss>'),
    ])
    expect((await readFeed(bytes, 'text/xml', OWNERS)).title).toBe('أخبار')
    expect((await readFeed(bytes, 'text/xml; charset=windows-1256', OWNERS)).title).toBe('أخبار')
    expect(
      (await readFeed(Buffer.from(`\ufeff${rss('', 'Größe')}`, 'utf16le'), 'text/xml', OWNERS)).title,
    ).toBe('Größe')
  })

  it('SSRF-07: keeps at most 100 items, and short texts', async () => {
    const item = `<item><title>${'x'.repeat(9000)}</title><description>${'y'.repeat(9000)}</description></item>`
    const { items } = await read(rss(item.repeat(150)))
    expect(items).toHaveLength(100)
    expect(items[0]?.title).toHaveLength(500)
    expect(items[0]?.text).toHaveLength(2000)
  })

  const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(12)}">`).join(
    '',
  )
  it.each([
    ['an external entity', `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('', '&x;')}`],
    ['a parameter entity', `<!DOCTYPE rss [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]>${rss('')}`],
    ['a billion laughs', `<!DOCTYPE rss [<!ENTITY e0 "ha">${entities}]>${rss('', '&e12;')}`],
    ['a hidden document type', `${' '.repeat(6000)}<!DOCTYPE rss [<!ENTITY x "y">]>${rss('', '&x;')}`],
    ['a page', '<!doctype html><html><body>Not found</body></html>'],
    ['nothing', ''],
    ['a picture', '\u0089PNG\r\n\u001a\n'],
    ['other JSON', '{"a": 1}'],
  ])('SSRF-08: refuses %s', async (_name, text) => {
    await expect(read(text)).rejects.toThrow()
  })

  it('SSRF-08: a public document type without declarations is ignored', async () => {
    const type =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://127.0.0.1:9/rss.dtd">'
    expect((await read(rss('', 'Old').replace('<rss', `${type}<rss`))).title).toBe('Old')
  })

  it.each([
    ['deep nesting', rss(`<item>${'<a>'.repeat(300_000)}</item>`)],
    [
      'a list that exhausts memory',
      `{"version":"https://jsonfeed.org/version/1","items":[${'[[],[]],'.repeat(250_000)}[]]}`,
    ],
    ['scripts that never end', rss(`<item><title><![CDATA[${'<script\0 '.repeat(2000)}]]></title></item>`)],
    ['comments that never end', rss(`<item><title><![CDATA[${'<!--'.repeat(400_000)}]]></title></item>`)],
    [
      'elements that never end',
      rss(`<item><title><![CDATA[${'<a '.repeat(600_000)}]]></title></item>`.repeat(1)),
    ],
  ])(
    'INP-06: survives %s, and the server goes on',
    async (_name, text) => {
      let worst = 0
      let last = performance.now()
      const timer = setInterval(() => {
        worst = Math.max(worst, performance.now() - last)
        last = performance.now()
      }, 5)
      await read(text, 'application/json').catch(() => {})
      clearInterval(timer)
      expect(worst).toBeLessThan(1000)
    },
    20_000,
  )
})
