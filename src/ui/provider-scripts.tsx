/** The scripts of payment providers that the operator switched on (PAYMENT_SCRIPTS). Nothing waits
 *  for them: paying is a form and a redirect. */
export const ProviderScripts = ({ urls }: { urls: readonly string[] }) =>
  urls.map((url) => <script key={url} src={url} async />)
