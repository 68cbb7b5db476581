import type { Command } from '@vitrine/contract/player/commands'
import type { Caller, TestServer } from './harness.ts'
import { TestScreen } from './screen.ts'

type Admin = Caller & { organizationId: string }

let made = 0

/** Pairs screens of one organization, with a licence for them. */
export async function claimScreens(
  server: TestServer,
  admin: Admin,
  names: readonly string[],
  settings: { deviceGroupId?: string } = {},
): Promise<TestScreen[]> {
  const superAdmin = await server.signIn()
  await superAdmin.api.licences.create({
    body: { number: `S-${++made}`, devicesCount: names.length, organizationId: admin.organizationId },
  })
  const screens: TestScreen[] = []
  for (const name of names) screens.push(await TestScreen.claim(server, admin, { name, ...settings }))
  return screens
}

/** Opens the stream and answers every command with `answer`; collects them in `commands`. */
export async function obey(screen: TestScreen, answer: (command: Command) => string = () => '') {
  const commands: Command[] = []
  await screen.open()
  let seen = 0
  const timer = setInterval(() => {
    for (; seen < screen.told.length; seen++) {
      const told = screen.told[seen]
      if (told?.name !== 'command') continue
      const command = told.data as unknown as Command
      commands.push(command)
      const text = answer(command)
      const body = { ok: text === '', text }
      // The server may have closed with its test; one that waits for the result fails without it.
      screen.api.player.commandDone({ params: { commandId: command.id }, body }).catch(() => {})
    }
  }, 5)
  return {
    commands,
    close: () => {
      clearInterval(timer)
      screen.hangUp()
    },
  }
}
