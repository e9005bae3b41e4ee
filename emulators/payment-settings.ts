/** The product API's settings for the payment emulators, by the origins at which it reaches them:
 *  those of `npm start` and those of the tests. */
export function paymentEmulatorSettings(origins: { paypal: string; phonepe: string }) {
  return {
    PAYPAL_API_URL: origins.paypal,
    PAYPAL_CLIENT_ID: 'paypal-emulator-client',
    PAYPAL_CLIENT_SECRET: 'paypal-emulator-secret',
    PAYPAL_WEBHOOK_ID: 'EMULATOR-WEBHOOK-1',
    // A webhook names a certificate of the origin at which its order was created.
    PAYPAL_CERT_HOSTS: new URL(origins.paypal).host,
    PHONEPE_API_URL: `${origins.phonepe}/apis/pg-sandbox`,
    PHONEPE_TOKEN_URL: `${origins.phonepe}/apis/identity-manager`,
    PHONEPE_CLIENT_ID: 'phonepe-emulator-client',
    PHONEPE_CLIENT_SECRET: 'phonepe-emulator-secret',
    PHONEPE_CLIENT_VERSION: '1',
    PHONEPE_SETTLEMENT_URL: `${origins.phonepe}/settlement-reports/{day}.csv`,
    PHONEPE_WEBHOOK_USERNAME: 'webhook_user',
    PHONEPE_WEBHOOK_PASSWORD: 'Passw0rd1',
  }
}
