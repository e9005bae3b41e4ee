import { env, exports } from 'cloudflare:workers'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import { inviteOperator } from '../../desk/operators/invitations.ts'
import type { Role } from '../../desk/operators/operators.ts'
import { codeOfStep, stepAt } from '../../desk/operators/totp.ts'

// An operator at the desk: requests to the Worker's front door, with the cookies and forms of a
// browser.

export const deskOrigin = 'https://desk.test'

type Worker = { default: { fetch: (url: string, init?: RequestInit) => Promise<Response> } }
const requestDesk = (path: string, init: RequestInit = {}) =>
  (exports as unknown as Worker).default.fetch(deskOrigin + path, { redirect: 'manual', ...init })

export const database = () => (env as unknown as { DB: Database }).DB

export const run = (...statements: Statement[]) => runStatements(database(), statements)

export const rows = async (text: string, ...values: (string | number | null)[]) =>
  (await run({ text, values }))[0] ?? []

/** A browser at the desk. */
export class DeskBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #address: string

  /** `address`: attempts to sign in are counted by it. */
  constructor(address = `192.0.2.${1 + Math.floor(Math.random() * 250)}`) {
    this.#address = address
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#keep(await requestDesk(path, { headers: this.#headers(headers) }))
  }

  async text(path: string): Promise<string> {
    const answer = await this.get(path)
    return answer.text()
  }

  /** Posts fields as a page of the desk does, with the token of the session. */
  async post(path: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.postRaw(path, { token: await this.formToken(), ...fields })
  }

  async postRaw(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: deskOrigin },
  ): Promise<Response> {
    const body = new URLSearchParams(fields)
    return this.#keep(
      await requestDesk(path, { method: 'POST', body, headers: this.#headers(headers) }),
    )
  }

  /** Posts a form with a file as `post` does. */
  async upload(
    path: string,
    fields: Record<string, string>,
    { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const body = new FormData()
    for (const [field, value] of Object.entries({ token: await this.formToken(), ...fields }))
      body.set(field, value)
    body.set('file', new File([bytes], name))
    const headers = this.#headers({ origin: deskOrigin })
    return this.#keep(await requestDesk(path, { method: 'POST', body, headers }))
  }

  /** The token that the forms of this session carry; '' when signed out. */
  async formToken(): Promise<string> {
    const page = await this.text('/more')
    return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  }

  cookie(name: string) {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string) {
    this.#cookies.set(name, value)
  }

  /** The cookies as a request carries them. */
  cookies() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #headers(headers: Record<string, string>) {
    const cookie = this.cookies()
    return { cookie, 'cf-connecting-ip': this.#address, ...headers }
  }

  #keep(answer: Response) {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}

export type SignedIn = { browser: DeskBrowser; secret: string; id: number; name: string }

/** Invites an operator and uses the link in a new browser. */
export async function enrolled(name: string, role: Role): Promise<SignedIn> {
  const invited = { name, email: null, role }
  const token = await inviteOperator(database(), invited, null, new Date())
  const browser = new DeskBrowser()
  const page = await browser.text(`/enrol/${token}`)
  const secret = secretOn(page)
  const code = await codeOfStep(secret, stepAt(new Date()))
  const answer = await browser.postRaw(`/enrol/${token}`, { code })
  if (answer.status !== 303) throw new Error(`enrolment answered ${answer.status}`)
  const [row] = await rows('SELECT id FROM operators WHERE name = ?', name)
  return { browser, secret, id: Number(row?.id), name }
}

/** The secret that an enrolment page shows. */
export const secretOn = (page: string) =>
  (/<code class="secret">([^<]+)</.exec(page)?.[1] ?? '').replace(/\s/g, '')

/** Lets a code that was used be used again, as if time had passed. */
export const forgetUsedCodes = (id: number) =>
  run({ text: 'UPDATE operators SET totp_step = 0 WHERE id = ?', values: [id] })
