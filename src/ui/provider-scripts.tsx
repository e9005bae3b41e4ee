/** The scripts of providers that an operator switched on (PAYMENT_SCRIPTS). Nothing here waits for them: paying is a
 *  form and a redirect. */
export const ProviderScripts = ({ urls }: { urls: readonly string[] }) =>
  urls.map((url) => <script key={url} src={url} async />)
