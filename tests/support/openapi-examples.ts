import { paymentProviders, type PaymentProviderFacts } from '../../domain/payment-providers.ts'
import {
  addMissingContent,
  type ApiAnswer,
  call,
  lastMessageTo,
  newEmail,
  newMember,
  newPhone,
  password,
  requestPhoneCode,
  sentWebhooks,
  submitForm,
} from './emulated-product-api.ts'
import { liveMockExamples } from './openapi-live-mocks.ts'
import { passkeyExamples } from './openapi-passkeys.ts'
import { reminderExamples } from './openapi-reminders.ts'
import { paymentPages, providerNames, type ProviderName } from './payment-emulators.ts'

/** The parts of a request that an operation needs; the test makes the rest from the document. */
export type Example = {
  jwt?: string
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
}

/** By operationId. */
type Examples = Record<string, () => Example | Promise<Example>>

const attempts = '/api/user-test-progresses'
const payments = '/api/payment-transactions'
const paper = 'vao-paper-1-model-paper-2'
const plan = 'village-administrative-officer-pack'
const site = 'https://abhyasa.test'

/** Creates a member, a guest, attempts and payments in the states that operations need, and gives
 *  an example of a successful request for each operation, by its operationId. */
export async function operationExamples() {
  const [email, member, guest] = [
    newEmail(),
    await newMember(),
    await call('GET', '/api/guest/token'),
  ]
  const register = (address: string) =>
    call('POST', '/api/auth/local/register', { body: { email: address, password } })
  const registered = await register(email)
  await addMissingContent()

  const start = async (mode: string, jwt = member.jwt): Promise<string> => {
    const data = { id: crypto.randomUUID(), test: paper, mode, locale: 'kn' }
    return (await call('POST', attempts, { jwt, body: { data } })).data.id
  }
  const running = await start('exam')
  const practice = await start('practice')
  const submitted = await start('exam')
  const { data: paperData } = await call('GET', `${attempts}/${running}/paper`, { jwt: member.jwt })
  const [question] = paperData.questions as { id: string }[]
  const event = (kind: string, option: number | null, writer = 'writer-of-a-test') => ({
    ...{ writer, tick: 1, at: Date.now(), kind, question: question!.id, option },
    ...{ locale: 'kn', spentMs: 1200 },
  })
  const twoPhones = await start('exam')
  for (const [option, device] of ['phone-of-a-test', 'second-phone-of-it'].entries())
    await call('POST', `${attempts}/${twoPhones}/events`, {
      jwt: member.jwt,
      body: {
        events: [{ ...event('save', option, `writer-${device}`), at: Date.now() - 100_000 }],
        device,
      },
    })
  const { data: journal } = await call('GET', `${attempts}/${twoPhones}/events`, {
    jwt: member.jwt,
  })
  const replacedOne = (journal as unknown as { replaced: { replaced: { event: string } }[] })
    .replaced
  await call('POST', `${attempts}/${submitted}/submit`, {
    jwt: member.jwt,
    body: { events: [event('save', 1)] },
  })

  const liveMocks = await liveMockExamples(member.jwt)

  const checkout = async (provider: string, jwt: string) => {
    const answer: Partial<ApiAnswer> = await call('POST', `${payments}/${provider}/checkout`, {
      jwt,
      body: { data: { plan, checkoutKey: crypto.randomUUID(), locale: 'kn' } },
    })
    if (answer.data?.redirectUrl) return { data: answer.data }
    throw new Error(`No checkout at ${provider}: ${JSON.stringify(answer)}`)
  }
  /** The URL to which the provider redirects the payer after this choice. */
  const returned = async (provider: ProviderName, choice: string): Promise<URL> => {
    const { jwt } = await newMember()
    const { data } = await checkout(provider, jwt)
    const token = new URL(data.redirectUrl).searchParams.get('token') ?? ''
    const { path } = paymentPages[provider]
    const { location } = await submitForm(`https://${provider}.test${path}`, { token, choice })
    return new URL(location ?? data.redirectUrl)
  }
  const payer = await newMember()
  const { data: payment } = await checkout('phonepe', payer.jwt)
  const queryOf = (url: URL) => ({ query: Object.fromEntries(url.searchParams) })
  const back = await returned('paypal', paymentPages.paypal.choices.paid)
  const success = await call('GET', `${payments}${back.pathname}${back.search}`)
  const newPayment = async () => {
    const { jwt } = await newMember()
    const { data } = await checkout('paypal', jwt)
    return { jwt, id: data.id }
  }
  const paidPayment = async () => {
    const { jwt } = await newMember()
    const { data } = await checkout('phonepe', jwt)
    const token = new URL(data.redirectUrl).searchParams.get('token') ?? ''
    const fields = { token, choice: 'succeed' }
    const { location } = await submitForm('https://phonepe.test/transact/pay', fields)
    const { pathname, search } = new URL(location ?? '')
    await call('GET', `${payments}${pathname}${search}`)
    return { jwt, id: data.id }
  }
  const order = () => ({ plan, checkoutKey: crypto.randomUUID(), locale: 'kn' })
  const chosen = { password: 'another-word-9', passwordConfirmation: 'another-word-9' }
  const own = { jwt: member.jwt }
  const of = (id: string): Example => ({ ...own, path: { id } })
  const newCard = async (): Promise<string> => {
    const body = { cards: [{ front: crypto.randomUUID(), back: 'b' }] }
    await call('POST', '/api/user-own-cards', { jwt: member.jwt, body })
    const { data } = await call('GET', '/api/user-own-cards', { jwt: member.jwt })
    return (data as unknown as { id: string }[]).at(-1)!.id
  }
  const newBookmark = async (): Promise<string> => {
    const body = { attempt: submitted, question: question!.id }
    await call('POST', '/api/user-bookmarks', { jwt: member.jwt, body })
    return question!.id
  }
  const newDrill = async (): Promise<string> => {
    const body = { exam: 'vao-paper-1' }
    return (await call('POST', '/api/user-drills', { jwt: member.jwt, body })).data.id
  }

  /** The examples of a provider's own operations: checkout, returns and webhook. */
  const examplesOf = async ({ id, returns, webhookPath }: PaymentProviderFacts) => {
    const provider = providerNames.find((name) => name === id)
    if (!provider) return {}
    const examples: Examples = {
      [`${id}-checkout`]: async () => ({ jwt: (await newMember()).jwt, body: { data: order() } }),
      [`${id}-webhook`]: () => sentWebhooks.get(webhookPath ?? '') ?? {},
    }
    for (const { outcome, methods } of returns) {
      const choice = paymentPages[provider].choices[outcome]
      if (choice === undefined) throw new Error(`paymentPages.${id} has no choice "${outcome}"`)
      const example = queryOf(await returned(provider, choice))
      for (const method of methods)
        examples[`${id}-${outcome}-${method.toLowerCase()}`] = () => example
    }
    return examples
  }
  const providerExamples: Examples = {}
  for (const facts of paymentProviders) Object.assign(providerExamples, await examplesOf(facts))

  const examples: Examples = {
    ...providerExamples,
    ...passkeyExamples,
    ...reminderExamples,
    signIn: () => ({ body: { identifier: email, password } }),
    register: () => ({ body: { email: newEmail(), password, name: 'ರಾಜು ಗೌಡ' } }),
    sendPhoneCode: () => ({ body: { phone: newPhone() } }),
    resendPhoneCode: () => ({ body: { phone: newPhone() } }),
    verifyPhoneCode: async () => {
      const phone = newPhone()
      return { body: { phone, otp: await requestPhoneCode(phone) } }
    },
    signInByGoogle: async () => ({ query: { id_token: await googleToken() } }),
    sendResetMail: () => ({ body: { email } }),
    resetPassword: async () => {
      await call('POST', '/api/auth/forgot-password', { body: { email } })
      const link = /https?:\S+/.exec(await lastMessageTo(email))?.[0] ?? ''
      const code = new URL(link).searchParams.get('code')
      return { body: { code, password, passwordConfirmation: password } }
    },
    changePassword: async () => {
      const { jwt } = await register(newEmail())
      return { jwt, body: { currentPassword: password, ...chosen } }
    },
    signOut: async () => ({ jwt: (await newMember()).jwt }),
    refreshTokens: async () => ({ body: { refreshToken: (await newMember()).refreshToken } }),
    createGuest: () => ({}),
    deleteOwnUser: async () => ({ jwt: (await newMember()).jwt, body: { confirm: true } }),
    userById: () => of(String(member.user.id)),
    changeContact: async () => ({
      jwt: (await newMember()).jwt,
      body: { email: newEmail() },
    }),
    confirmContact: async () => {
      const [{ jwt }, email] = [await newMember(), newEmail()]
      await call('POST', '/api/contact-change', { jwt, body: { email } })
      return { jwt, body: { code: /\d{6}/.exec(await lastMessageTo(email))?.[0] ?? '' } }
    },
    countCspReports: () => ({
      body: { reports: [{ directive: 'img-src', blocked: 'https://ads.test', page: '/vao' }] },
    }),
    ownPrivacy: () => own,
    updatePrivacy: () => ({ ...own, body: { ageBand: 'adult', reminders: true, nominee: 'ಅಮ್ಮ' } }),
    askParent: async () => ({ jwt: await newMinor(), body: { email: newEmail() } }),
    confirmParent: async () => {
      const [jwt, email] = [await newMinor(), newEmail()]
      await call('POST', '/api/privacy/parent', { jwt, body: { email } })
      return { jwt, body: { code: /: (\d{6})/.exec(await lastMessageTo(email))?.[1] ?? '' } }
    },
    updateProfile: () => ({
      ...own,
      body: { gender: 'female', name: 'ರಾಜು ಗೌಡ', device_id: 'push-token-1' },
    }),
    signOutEverywhere: async () => ({ jwt: (await newMember()).jwt }),
    signOutDevice: async () => {
      const { jwt } = await newMember()
      const { data } = await call('GET', '/api/sessions', { jwt })
      return { jwt, path: { id: data[0].id } }
    },
    figure: () => ({ path: { name: 'test.svg' } }),
    search: () => ({ query: { q: 'ಗ್ರಾಮ', locale: 'kn' } }),
    solvedSample: () => ({ query: { test: 'pdo-model-paper-1', locale: 'kn' } }),
    startAttempt: () => ({
      ...own,
      body: { data: { id: crypto.randomUUID(), test: paper, mode: 'exam', locale: 'kn' } },
    }),
    submitForm: () => ({
      jwt: guest.jwt,
      body: {
        data: {
          id: crypto.randomUUID(),
          test: paper,
          locale: 'kn',
          answers: { [question!.id]: 1 },
        },
      },
    }),
    claimGuest: async () => ({
      ...own,
      body: { guestToken: (await call('GET', '/api/guest/token')).jwt },
    }),
    attemptById: () => of(running),
    paperOfAttempt: () => of(running),
    resultOfAttempt: () => of(submitted),
    eventsOfAttempt: () => of(running),
    answerHistory: () => of(twoPhones),
    chooseAnswer: () => ({
      ...of(twoPhones),
      body: { question: question!.id, event: replacedOne[0]?.replaced.event },
    }),
    sendEvents: () => ({ ...of(running), body: { events: [event('choose', 2)], after: 0 } }),
    submitAttempt: async () => ({
      ...of(await start('exam')),
      body: { events: [event('save', 0)] },
    }),
    revealKey: () => ({ ...of(practice), body: { question: question!.id } }),
    ...liveMocks,
    explanations: () => ({ ...own, query: { attempt: submitted } }),
    reportQuestion: () => ({
      ...own,
      body: { question: question!.id, locale: 'kn', reason: 'key', test: paper },
    }),
    quiz: () => ({ path: { date: '2026-11-01' } }),
    markQuiz: () => ({ path: { date: '2026-11-01' }, body: { answers: {}, locale: 'kn' } }),
    sendReviews: () => ({
      ...own,
      body: {
        reviews: [{ id: 'writer-of-a-test.1', card: 'q:x', at: 1, grade: 3, tookMs: 900 }, 7],
      },
    }),
    addCards: () => ({
      ...own,
      body: { cards: [{ front: 'f', back: 'b' }], locale: 'en' },
    }),
    deleteCard: async () => ({ ...own, path: { id: await newCard() } }),
    addBookmark: () => ({ ...own, body: { attempt: submitted, question: question!.id } }),
    writeNote: async () => ({
      ...own,
      path: { question: await newBookmark() },
      body: { note: 'n' },
    }),
    deleteBookmark: async () => ({ ...own, path: { question: await newBookmark() } }),
    setTarget: () => ({ ...own, body: { exam: 'vao-paper-1', percent: 75 } }),
    createDrill: () => ({ ...own, body: { exam: 'vao-paper-1' } }),
    ownDrill: async () => ({ ...own, path: { id: await newDrill() } }),
    answerDrill: async () => ({ ...own, path: { id: await newDrill() }, body: { answers: {} } }),
    studyPlan: async () => {
      const { data } = await call('GET', '/api/study-plans')
      return { path: { slug: data[0].slug } }
    },
    sendPlanEvents: () => ({
      ...own,
      body: {
        events: [
          {
            ...{ id: 'writer-of-a-test.1', at: Date.now(), plan: 'vao-30', kind: 'begin' },
            ...{ startsOn: '2026-11-21', examOn: null },
          },
        ],
      },
    }),
    quote: () => ({ body: { data: { plan, currency: 'INR', coupon: 'ಇಲ್ಲ' } } }),
    createPayment: async () => ({
      jwt: (await newMember()).jwt,
      body: { data: { ...order(), provider: 'paypal' } },
    }),
    ownPayments: () => ({ jwt: payer.jwt }),
    createHandoff: () => ({ jwt: payer.jwt, body: { data: { tx: payment.id } } }),
    useHandoff: async () => {
      const { data } = await call('POST', `${payments}/handoff`, {
        jwt: payer.jwt,
        body: { data: { tx: payment.id } },
      })
      return { path: { token: data.token } }
    },
    paymentDetails: () => ({ query: { id: success.data.id, s: success.data.statusSig } }),
    taxDocuments: () => ({ jwt: payer.jwt, path: { id: payment.id } }),
    requestRefund: async () => {
      const { jwt, id } = await paidPayment()
      return { jwt, path: { id }, body: { reason: 'ಬೇಡ' } }
    },
    cancelPayment: async () => {
      const { jwt, id } = await newPayment()
      return { jwt, path: { id } }
    },
    redeemReferral: async () => {
      const { meta } = await call('GET', '/api/referral-transactions', own)
      return { jwt: (await newMember()).jwt, body: { code: meta.code } }
    },
    sendFeedback: () => ({ body: { data: { message: 'ಚೆನ್ನಾಗಿದೆ', locale: 'kn' } } }),
    sendFrontEndLog: () => ({
      body: { logJson: { message: 'x' }, logTime: new Date().toISOString() },
    }),
    sendNextRoute: () => ({
      body: { data: { jsonData: { message: 'x' }, type: 'link', url: '/vao', userId: null } },
    }),
  }
  return { member: member.jwt, guest: guest.jwt, registered, examples }
}

/** An ID token of the emulator of Google. */
async function googleToken(): Promise<string> {
  const redirect_uri = `${site}/api/auth/callback/google`
  const chosen = await submitForm('https://google.test/o/oauth2/v2/choose', {
    ...{ client_id: 'google-emulator-client', redirect_uri, person: '100000000000000000001' },
    ...{ response_type: 'code', scope: 'openid email profile', state: 's' },
  })
  const code = new URL(chosen.location ?? site).searchParams.get('code') ?? ''
  const { text } = await submitForm('https://google.test/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri },
    ...{ client_id: 'google-emulator-client', client_secret: 'google-emulator-secret' },
  })
  return (JSON.parse(text) as { id_token: string }).id_token
}

async function newMinor(): Promise<string> {
  const { jwt } = await newMember()
  await call('PUT', '/api/privacy', { jwt, body: { ageBand: 'minor' } })
  return jwt
}
