import { html } from 'hono/html'
import type { EmulatorState } from './state.ts'
import { faultNames } from './faults.ts'
import type { ListedOrder } from './order-list.ts'

type Markup = ReturnType<typeof html>

/** The layout of an emulator's pages: works without script, and says that it is an emulator. */
export const emulatorPage = (emulator: EmulatorState, title: string, main: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${emulator.provider.title} emulator</title>
        <style>
          body {
            font:
              1.1rem/1.5 system-ui,
              sans-serif;
            max-width: 44rem;
            margin: 0 auto;
            padding: 1rem;
            color: #111;
            background: #fff;
          }
          .emulator {
            background: #4a148c;
            color: #fff;
            padding: 0.5rem 1rem;
          }
          button,
          input,
          select {
            font: inherit;
            padding: 0.6rem 1rem;
            margin: 0.25rem 0;
            max-width: 100%;
          }
          label,
          .choices button {
            display: block;
            width: 100%;
            text-align: start;
          }
          td,
          th {
            padding: 0.25rem 0.5rem;
            text-align: start;
          }
          .wide {
            overflow-x: auto;
          }
        </style>
      </head>
      <body>
        <header class="emulator">
          This is an emulator of ${emulator.provider.title} for development. No money moves here.
        </header>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html>`

/** A form with one button for each choice, below further `fields`. */
export const choiceForm = (
  action: string,
  token: string,
  offered: Readonly<Record<string, string>>,
  fields: Markup | '' = '',
) => html`
  <form method="post" action="${action}" class="choices">
    <input type="hidden" name="token" value="${token}" />
    ${fields}
    ${Object.entries(offered).map(
      ([choice, label]) => html`<button name="choice" value="${choice}">${label}</button>`,
    )}
  </form>
`

/** A form that activates a fault and returns to the page. */
export const faultForm = (emulator: EmulatorState, returnPath: string) => html`
  <details>
    <summary>Faults (${emulator.faults.length} active)</summary>
    <ul>
      ${emulator.faults.map(
        ({ name, next, on }) => html`<li>${name}, ${next} times ${on.join(' ')}</li>`,
      )}
    </ul>
    <form method="post" action="/faults">
      <input type="hidden" name="back" value="${returnPath}" />
      <label
        >Fault
        <select name="name">
          ${emulator.provider.supportedFaults.map(
            (name) => html`<option value="${name}">${name}: ${faultNames[name]}</option>`,
          )}
        </select></label
      >
      <label>How many times <input name="next" inputmode="numeric" value="1" /></label>
      <label>On which call or event (empty: the default) <input name="on" /></label>
      <label>For how many milliseconds <input name="forMs" inputmode="numeric" /></label>
      <label
        >Pending for how many status calls <input name="statusCalls" inputmode="numeric"
      /></label>
      <button>Activate</button>
      <button name="none" value="none">Deactivate all faults</button>
    </form>
  </details>
`

/** The emulator's start page: orders, webhooks and faults. */
export const developerPage = (emulator: EmulatorState, orders: readonly ListedOrder[]) =>
  emulatorPage(
    emulator,
    'Orders',
    html`
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Merchant’s id</th>
              <th scope="col">State</th>
              <th scope="col">Captured, refunded</th>
              <th scope="col">Decide</th>
            </tr>
          </thead>
          <tbody>
            ${orders.map(orderRow)}
          </tbody>
        </table>
      </div>
      <p><a href="/orders.json">orders.json</a> <a href="/webhooks.json">webhooks.json</a></p>
      <h2>Webhooks</h2>
      <ul>
        ${emulator.webhooks.map(
          ({ event, state, deliveries }) =>
            html`<li>
              ${event}: ${state} ${deliveries.map(({ status }) => status ?? 'no answer').join(', ')}
            </li>`,
        )}
      </ul>
      <form method="post" action="/webhooks/resend">
        <input type="hidden" name="back" value="/" />
        <button>Resend webhooks that were not accepted</button>
      </form>
      ${faultForm(emulator, '/')}
    `,
  )

const orderRow = ({ orderId, reference, state, currency, ...sums }: ListedOrder) =>
  html`<tr>
    <td>${orderId}</td>
    <td>${reference}</td>
    <td>${state}</td>
    <td>${currency} ${sums.capturedMinor}, ${sums.refundedMinor}</td>
    <td>
      <form method="post" action="/settle">
        <input type="hidden" name="id" value="${orderId}" />
        <input type="hidden" name="back" value="/" />
        <button name="outcome" value="completed" aria-label="Complete ${orderId}">Complete</button>
        <button name="outcome" value="declined" aria-label="Decline ${orderId}">Decline</button>
      </form>
    </td>
  </tr>`
