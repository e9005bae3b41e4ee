import { html } from 'hono/html'
import type { EmulatorState } from './state.ts'
import { faultNames, faultsOf } from './faults.ts'
import type { ListedOrder } from './order-list.ts'

type Markup = ReturnType<typeof html>

/** A page of an emulator: readable without script, and never to be taken for the provider's own. */
export const page = (emulator: EmulatorState, title: string, main: Markup) =>
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

/** Buttons of one form: what a person may choose here. */
export const choices = (
  action: string,
  token: string,
  offered: Readonly<Record<string, string>>,
) => html`
  <form method="post" action="${action}" class="choices">
    <input type="hidden" name="token" value="${token}" />
    ${Object.entries(offered).map(
      ([choice, label]) => html`<button name="choice" value="${choice}">${label}</button>`,
    )}
  </form>
`

/** Switches a fault on from a page, and leads back to it. */
export const faultForm = (emulator: EmulatorState, back: string) => html`
  <details>
    <summary>Faults (${emulator.faults.length} switched on)</summary>
    <ul>
      ${emulator.faults.map(
        ({ name, next, on }) => html`<li>${name}, ${next} times ${on.join(' ')}</li>`,
      )}
    </ul>
    <form method="post" action="/faults">
      <input type="hidden" name="back" value="${back}" />
      <label
        >Fault
        <select name="name">
          ${faultsOf(emulator).map(
            (name) => html`<option value="${name}">${name}: ${faultNames[name]}</option>`,
          )}
        </select></label
      >
      <label>How many times <input name="next" inputmode="numeric" value="1" /></label>
      <label>On which call or event (empty: the usual) <input name="on" /></label>
      <label>For how many milliseconds <input name="forMs" inputmode="numeric" /></label>
      <label
        >Pending for how many status calls <input name="statusCalls" inputmode="numeric"
      /></label>
      <button>Switch it on</button>
      <button name="none" value="none">Switch all faults off</button>
    </form>
  </details>
`

/** What a person sees at the emulator's own address: the store, the post, the faults. */
export const developerPage = (emulator: EmulatorState, orders: readonly ListedOrder[]) =>
  page(
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
      <p><a href="/books.json">books.json</a> <a href="/webhooks.json">webhooks.json</a></p>
      <h2>Webhooks</h2>
      <ul>
        ${emulator.letters.map(
          ({ event, fate, deliveries }) =>
            html`<li>
              ${event}: ${fate} ${deliveries.map(({ status }) => status ?? 'no answer').join(', ')}
            </li>`,
        )}
      </ul>
      <form method="post" action="/webhooks/resend">
        <input type="hidden" name="back" value="/" />
        <button>Send again what was not accepted</button>
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
