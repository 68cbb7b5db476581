import { checksOf } from '#app/doctor/doctor.ts'
import { bad } from '#app/doctor/finding.ts'
import { readSettings } from '#lib/env.ts'
import { type Command, count, DONE, FAILED } from './command.ts'

export const doctor: Command = {
  usage: '',
  summary: 'Check settings, stores, addresses, event streams, clocks, and email',
  help: `Run it on the server, with the server's settings, while Vitrine runs. It changes nothing. It opens the
addresses that people and screens open, through the proxy if there is one, and logs in to the mail server
without sending anything. The exit code is 1 if something needs attention.`,
  options: {},
  most: 0,
  async run({ say }) {
    const settings = readSettings(process.env)
    let problems = 0
    for (const { name, run } of checksOf(settings, process.env)) {
      const findings = await run().catch((error: Error) => bad(error.message))
      for (const { ok, text } of [findings].flat()) {
        say(`${ok ? 'ok     ' : 'PROBLEM'}  ${name}: ${text}`)
        if (!ok) problems++
      }
    }
    say(problems ? `${count(problems, 'problem')} found.` : 'No problems found.')
    return problems ? FAILED : DONE
  },
}
