import * as v from 'valibot'
import { cloudflareAccount } from './remote-database.ts'

type Needed = { worker: string; config: string; secret: string; without: string }

/** Without these the deployed Workers run and refuse most of their work. */
const needed: readonly Needed[] = [
  { worker: 'site', config: '', secret: 'SESSION_KEYS', without: 'nobody can sign in' },
  ...[
    { secret: 'JWT_SECRETS', without: 'sign-in answers 503' },
    { secret: 'PAYMENT_SECRETS', without: 'no payment provider is offered' },
  ].map((rest) => ({ worker: 'product-api', config: ' -c product-api/wrangler.toml', ...rest })),
  {
    ...{ worker: 'desk', config: ' -c desk/wrangler.toml' },
    ...{ secret: 'DESK_KEYS', without: 'nobody can open the desk' },
  },
]

const SecretList = v.object({ result: v.array(v.object({ name: v.string() })) })

/** A sentence for each secret that a deployed Worker lacks, with the command that sets it, and for
 *  each Worker whose secrets Cloudflare does not tell. Cost: one request for each Worker. */
export async function missingSecrets(): Promise<string[]> {
  const { token, url } = cloudflareAccount()
  const workers = [...new Set(needed.map(({ worker }) => worker))]
  const sentences = await Promise.all(
    workers.map(async (worker) => {
      const name = `abhyasa-${worker}`
      const known = await secretsOf(`${url}/workers/scripts/${name}/secrets`, token)
      if (!known) return [`${name}: Cloudflare does not tell which secrets are set`]
      return needed
        .filter((one) => one.worker === worker && !known.includes(one.secret))
        .map(
          ({ secret, config, without }) =>
            `${name}: ${secret} is not set: ${without}. ` +
            `npm run wrangler -- secret put ${secret}${config}`,
        )
    }),
  )
  return sentences.flat()
}

async function secretsOf(url: string, token: string): Promise<string[] | null> {
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const parsed = v.safeParse(SecretList, await answer.json())
    return parsed.success ? parsed.output.result.map(({ name }) => name) : null
  } catch {
    // The deployment is done; what is not known is said.
    return null
  }
}
