/** What an administrator of ChromeOS enters in the Google Admin console, which imports no file. */
export const chromeosPage = (player: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine on ChromeOS</title>
<style>
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.5 sans-serif }
code { font-size: 1.2rem; user-select: all }
</style>
</head>
<body>
<h1>Vitrine on ChromeOS</h1>
<p>Address: <code>${player}/</code></p>
${player.startsWith('https:') ? '' : '<p><strong>This address isn’t HTTPS. ChromeOS keeps web apps for offline use on HTTPS only.</strong></p>'}
<ol>
<li>In the Google Admin console, open <em>Devices, Chrome, Apps &amp; extensions, Kiosks</em>.</li>
<li>Choose <em>Add by URL</em> and enter the address above.</li>
<li>Under <em>Auto-launch app</em>, choose it for the organizational unit of the device, and leave virtual keyboard and
zoom off.</li>
<li>In <em>Settings, Device settings, Power</em>, choose <em>Keep screen on</em> for kiosks.</li>
<li>In <em>Settings, Kiosk settings, Content</em>, allow the address under <em>Autoplay video</em>, so that it can play sound.</li>
<li>Enroll the device and restart it. It shows six letters; enter them in the console.</li>
</ol>
</body>
</html>
`
