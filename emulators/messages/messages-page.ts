import { html } from 'hono/html'
import { gatewayModes, type Message, type GatewayMode } from './message.ts'

/** The received messages, newest first, and buttons that set how the gateway responds. */
export const messagesPage = (messages: readonly Message[], mode: GatewayMode) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Messages (emulator)</title>
        <style>
          body {
            font: 16px/1.6 system-ui;
            max-width: 42rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          article {
            border: 1px solid;
            padding: 0 1rem;
            margin: 1rem 0;
          }
          pre {
            white-space: pre-wrap;
            overflow-wrap: anywhere;
            font: inherit;
          }
        </style>
      </head>
      <body>
        <h1>Messages</h1>
        <p>This is an emulator: nothing here was sent to anybody.</p>
        <form method="post" action="/faults">
          <p>The gateway is <strong>${mode}</strong>. ${gatewayModes.map(modeButton)}</p>
        </form>
        ${messages.length === 0 ? html`<p>None yet.</p>` : messages.map(messageArticle)}
      </body>
    </html>`

const modeButton = (mode: GatewayMode) =>
  html`<button name="mode" value="${mode}">${mode}</button> `

const messageArticle = ({ kind, to, subject, text, at }: Message) =>
  html`<article>
    <p>
      ${kind === 'sms' ? 'SMS' : 'Mail'} to <strong>${to}</strong>,
      <time datetime="${at}">${at}</time>
    </p>
    ${subject === null ? '' : html`<h2>${subject}</h2>`}
    <pre>${text}</pre>
  </article>`
