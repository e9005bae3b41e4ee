/** Scripts of payment providers that the operator has enabled (PAYMENT_SCRIPTS). Paying does not
 *  need them: it is a form and a redirect. */
export const ProviderScripts = ({ urls }: { urls: readonly string[] }) =>
  urls.map((url) => <script key={url} src={url} async />)
