// Makes or uses a passkey (WebAuthn). Loaded at the first tap on a button of
// src/ui/passkey-button.tsx, on the login and account pages only.

for (const element of document.querySelectorAll('pass-key')) {
  const button = element.querySelector('button')!
  const tapped = () => {
    button.disabled = true
    show(element, '')
    answerOfDevice(element).then(
      (answer) => submit(element, answer),
      (error: unknown) => show(element, messageFor(element, error)),
    )
  }
  button.addEventListener('click', tapped)
  if (element.hasAttribute('tapped')) tapped()
}

/** What the site answers instead of options. `location`: the reader has to sign in again. */
class Refused extends Error {}

/** The JSON that the site checks. Rejects with a DOMException of the device, or Refused. */
async function answerOfDevice(element: Element): Promise<string> {
  const response = await fetch(`${element.querySelector('form')!.action}/options`, {
    method: 'POST',
    headers: { accept: 'application/json' },
  })
  const given = (await response.json()) as { message?: string; location?: string }
  if (given.location) location.assign(given.location)
  if (!response.ok) throw new Refused(given.message)
  const credential = element.hasAttribute('new')
    ? await navigator.credentials.create({ publicKey: creationOptions(given) })
    : await navigator.credentials.get({ publicKey: requestOptions(given) })
  return JSON.stringify(jsonOf(credential as PublicKeyCredential))
}

function submit(element: Element, answer: string) {
  const form = element.querySelector('form')!
  form.querySelector<HTMLInputElement>('[name=credential]')!.value = answer
  form.requestSubmit()
  // For whoever comes back to this page.
  element.querySelector('button')!.disabled = false
}

function show(element: Element, message: string) {
  const alert = element.querySelector<HTMLElement>('[role=alert]')!
  alert.hidden = message === ''
  alert.textContent = message
  if (message !== '') element.querySelector('button')!.disabled = false
}

function messageFor(element: Element, error: unknown): string {
  if (error instanceof Refused && error.message !== '') return error.message
  const name = error instanceof DOMException ? error.name : ''
  // NotAllowedError: the person said no, or did nothing for some minutes.
  const key =
    name === 'InvalidStateError' ? 'known' : name === 'NotAllowedError' ? 'cancelled' : 'failed'
  return element.getAttribute(key)!
}

// Browsers before 2025 lack the JSON forms of WebAuthn Level 3.

type Methods = Partial<{
  parseCreationOptionsFromJSON: (json: unknown) => PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON: (json: unknown) => PublicKeyCredentialRequestOptions
}>
const methods = PublicKeyCredential as unknown as Methods

type Descriptor = { id: string }
type Json = {
  challenge: string
  user: { id: string }
  excludeCredentials?: Descriptor[]
  allowCredentials?: Descriptor[]
}

function creationOptions(json: unknown): PublicKeyCredentialCreationOptions {
  if (methods.parseCreationOptionsFromJSON) return methods.parseCreationOptionsFromJSON(json)
  const { challenge, user, excludeCredentials = [], ...others } = json as Json
  return {
    ...others,
    challenge: decode(challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: decode(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions
}

function requestOptions(json: unknown): PublicKeyCredentialRequestOptions {
  if (methods.parseRequestOptionsFromJSON) return methods.parseRequestOptionsFromJSON(json)
  const { challenge, allowCredentials: _none, ...others } = json as Json
  return { ...others, challenge: decode(challenge) }
}

function jsonOf(credential: PublicKeyCredential): unknown {
  if ('toJSON' in credential) return credential
  const { id, rawId, type, response } = credential as unknown as Record<string, unknown>
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature']
  const encoded: Record<string, unknown> = {}
  for (const part of [...parts, 'userHandle']) {
    const value = (response as Record<string, unknown>)[part]
    if (value instanceof ArrayBuffer) encoded[part] = encode(value)
  }
  return { id, rawId: encode(rawId as ArrayBuffer), type, response: encoded }
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

const encode = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
