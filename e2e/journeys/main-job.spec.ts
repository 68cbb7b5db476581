import { GREEN, ORANGE, picture, VIDEO_FILE } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** Title, page, and file of each storyboard. */
const STORIES = [
  { name: 'Window picture', file: 'orange.jpg' },
  { name: 'Window film', file: 'green.mp4' },
] as const

test('G-001 G-012 G-018 G-019 G-021 G-022 N-040: the main job, from files on this machine to a screen that plays them', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const { credentials } = await server.organization('Corner bakery')
  const screen = await openScreen()
  const code = await screen.code()
  await console.signIn(credentials)

  await test.step('upload a picture and a video', async () => {
    await console.go('Media library')
    await console.add('Upload')
    const choose = page.getByLabel('Choose files', { exact: true })
    await choose.setInputFiles(VIDEO_FILE)
    await choose.setInputFiles(await picture(browser, 'orange.jpg', ORANGE))
    await expect(page.getByRole('img', { name: /^Thumbnail of/ })).toHaveCount(2)
    await console.button(/^Upload 2 files/).click()
    await expect(console.toast('2 files uploaded')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    // Both have a thumbnail that this server rendered.
    const widths = () =>
      page
        .locator('article img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    await expect.poll(async () => (await widths()).filter((width) => width > 0)).toHaveLength(2)
  })

  for (const { name, file } of STORIES) {
    await test.step(`design a layout with a media zone: ${name}`, async () => {
      await console.go('Layouts')
      await console.add('New layout')
      await console
        .dialog('Which screen is it for?')
        .getByRole('button', { name: /Landscape/ })
        .click()
      await console.isAt('/app/layouts/design')
      await console.field('Layout name').fill(name)
      await console.button('Media Zone').click()
      const properties = page.getByRole('region', { name: 'Properties' })
      for (const [side, pixels] of [
        ['Width', '1920'],
        ['Height', '1080'],
        ['X', '0'],
        ['Y', '0'],
      ] as const) {
        await console.field(side, properties).fill(pixels)
        await page.keyboard.press('Enter')
        await expect(console.field(side, properties)).toHaveValue(pixels)
      }
      await console.button('Add content').click()
      const content = console.dialog('Media')
      await content.getByRole('button', { name: 'Add media' }).click()
      const library = console.dialog('Choose from the media library')
      await library.getByRole('checkbox', { name: file }).check()
      await library.getByRole('button', { name: 'Save' }).click()
      await expect(content.getByText(/^1 of 30/)).toBeVisible()
      await content.getByRole('button', { name: 'Save' }).click()
      await expect(content).toBeHidden()
      await console.button('Save').click()
      await console.isAt(/^\/app\/layouts\/design\/.+/)
      await page.getByRole('link', { name: 'Back to Layouts' }).click()
      await expect(page.getByText(/1920 × 1080\W+1 widget/).first()).toBeVisible()
    })

    await test.step(`make a storyboard of it and approve it: ${name}`, async () => {
      await console.go('Storyboards')
      await console.add('New storyboard')
      await page.getByRole('link', { name: /^Designed/ }).click()
      await console.field('Name').fill(name)
      await console.button(`Add ${name}`).click()
      await console.button('Save').click()
      await console.isAt('/app/storyboard')
      await expect(console.row('Storyboards', name)).toContainText('Pending')
      await console.button(`Review ${name}`).click()
      await console.button('Approve').click()
      await expect(console.toast('Storyboard Approved Successfully').last()).toBeVisible()
      await expect(console.row('Storyboards', name)).toContainText('Approved')
    })
  }

  await test.step('PAIR-06: look at the screen that shows the code, connect it; it shows the picture', async () => {
    await console.go('Devices')
    await console.add('Add screen')
    const adding = console.dialog('Add screen')
    await console.field('Code on the screen', adding).fill(code)
    await expect(adding.getByText('Is this your screen?')).toBeVisible()
    await console.field('Name', adding).fill('Shop window')
    await adding.getByRole('button', { name: 'Connect' }).click()
    await expect(adding.getByText('Shop window is connected. What should it show?')).toBeVisible()
    await console.choose('Storyboard', 'Window picture', adding)
    await adding.getByRole('button', { name: 'Play now' }).click()
    await screen.shows(ORANGE)
    await expect(console.row('Devices', 'Shop window')).toContainText('Online')
  })

  await test.step('put it into a group and schedule the video; it shows the video', async () => {
    await console.go('Device groups')
    await console.add('Add group')
    const form = console.dialog('Add group')
    await console.field('Name', form).fill('Shop')
    await form.getByRole('checkbox', { name: /Shop window/ }).check()
    await console.choose('Default storyboard', 'Window picture', form)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()

    await console.button('Schedule of Shop').click()
    await console.title('Schedule of Shop')
    await console.choose('Default storyboard', 'Window film')
    await console.button('Add time slot').click()
    await console.choose('Storyboard', 'Window film')
    await console.button('Save schedule').click()
    await console.isAt('/app/device-group')
    const row = console.row('Device groups', 'Shop')
    await expect(row).toContainText('Switches in')
    await screen.shows(GREEN)
    await expect(row).toContainText('Showing on the screen.')
    await expect(row).toContainText('Window film')
  })

  await test.step('change its story; it follows', async () => {
    await console.go('Devices')
    await console.button('Change story of Shop window').click()
    const form = console.dialog('Change story')
    await console.choose('Storyboard', 'Window picture', form)
    await form.getByRole('button', { name: 'Play now' }).click()
    await screen.shows(ORANGE)
    await expect(console.row('Devices', 'Shop window')).toContainText(/switched it by hand at .+, until/)
  })
})
