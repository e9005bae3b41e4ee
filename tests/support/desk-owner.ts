import { readFileSync, writeFileSync } from 'node:fs'
import { codeOfStep, stepAt } from '../../desk/operators/totp.ts'
import { desk } from './ports.ts'

// The owner of the desk in browser tests, who invites everybody else at the running desk: a command
// that writes to the local database would lock it for the tests beside.

const cookieFile = '.wrangler/test-state/owner-cookie.txt'

/** Uses the owner's invitation, and stores the session for the tests. */
export async function enrolOwner(token: string): Promise<void> {
  const path = `/enrol/${token}`
  const page = await (await fetch(desk + path)).text()
  const secret = /class="secret">([^<]+)/.exec(page)?.[1]?.replace(/\s/g, '') ?? ''
  const code = await codeOfStep(secret, stepAt(new Date()))
  const answer = await post(path, { code })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (answer.status !== 303) throw new Error(`The enrolment of the owner answered ${answer.status}`)
  writeFileSync(cookieFile, cookies.join('; '))
}

/** Invites a person. Returns the link. */
export async function invite(name: string, role: string): Promise<string> {
  const cookie = readFileSync(cookieFile, 'utf8')
  const page = await (await fetch(`${desk}/more`, { headers: { cookie } })).text()
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await post('/operators', { token, name, email: '', role }, { cookie })
  const link = /value="[^"]*(\/enrol\/[^"]+)"/.exec(await answer.text())?.[1]
  if (link === undefined) throw new Error(`Inviting ${name} answered ${answer.status}`)
  return desk + link
}

const post = (path: string, fields: Record<string, string>, headers = {}) =>
  fetch(desk + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk, ...headers },
    body: new URLSearchParams(fields),
  })
