import { html } from 'hono/html'
import { faultModes, type FaultMode } from './faults.ts'
import { people } from './people.ts'

const head = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Sign in (Google emulator)</title>
  <style>
    body {
      font: 16px/1.6 system-ui;
      max-width: 26rem;
      margin: 2rem auto;
      padding: 0 1rem;
    }
    button {
      font: inherit;
      display: block;
      width: 100%;
      padding: 0.75rem;
      margin: 0.5rem 0;
      text-align: start;
    }
  </style>`

/** Chooses whom to sign in as. The authorization request is carried in hidden fields, so that the
 *  emulator stores nothing. */
export const consentPage = (request: Record<string, string>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${head}
      </head>
      <body>
        <h1>Choose an account</h1>
        <p>This is an emulator: these people do not exist.</p>
        <form method="post" action="/o/oauth2/v2/choose">
          ${Object.entries(request).map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
          )}
          ${people.map(
            ({ sub, name, email }) =>
              html`<button name="person" value="${sub}">
                ${name}<br /><small>${email}</small>
              </button>`,
          )}
          <button name="person" value="">Deny</button>
        </form>
      </body>
    </html>`

/** The emulator's own page: its current fault, and buttons that choose another. */
export const statePage = (mode: FaultMode) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${head}
      </head>
      <body>
        <h1>Google (emulator)</h1>
        <p>It is <strong>${mode}</strong>.</p>
        <form method="post" action="/faults">
          ${faultModes.map((name) => html`<button name="mode" value="${name}">${name}</button>`)}
        </form>
      </body>
    </html>`
