/**
 * The start page of an installed app. It opens the player once the server responds, because a TV that starts before its
 * network would otherwise stay on the browser's error page. A screen that has opened the player over HTTPS has it
 * cached, and starts it without the server. Plain script: the TVs' browsers begin at Chromium 68.
 */
export const startPage = (player: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine</title>
<style>
html, body { margin: 0; height: 100%; background: #070c16; color: #c9d3e6; font: 2vw sans-serif }
body { display: flex; align-items: center; justify-content: center; text-align: center }
</style>
</head>
<body>
<p id="text">Connecting to ${player}</p>
<script>
var PLAYER = ${JSON.stringify(player)}
var opened = 'vitrine.opened'
function remembers() {
  try { return localStorage.getItem(opened) === PLAYER } catch (error) { return false }
}
function open() {
  try { localStorage.setItem(opened, PLAYER) } catch (error) {}
  location.replace(PLAYER + '/')
}
function connect() {
  // An image from the player: a captive portal's login page doesn't count as a response.
  var picture = new Image()
  var late = setTimeout(fail, 10000)
  var over = false
  function fail() {
    if (over) return
    over = true
    clearTimeout(late)
    if (PLAYER.slice(0, 6) === 'https:' && remembers()) return open()
    document.getElementById('text').textContent = "Can't reach " + PLAYER + '. Check the network of this screen. Trying again every 5 seconds.'
    setTimeout(connect, 5000)
  }
  picture.onerror = fail
  picture.onload = function () {
    if (over) return
    over = true
    clearTimeout(late)
    open()
  }
  picture.src = PLAYER + '/app-icon.svg?' + Math.random()
}
connect()
</script>
</body>
</html>
`
