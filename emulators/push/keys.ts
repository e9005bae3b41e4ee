/** The key pair of the site's messages in local runs and tests (RFC 8292). Never deployed. */
export const emulatorVapidKeys = {
  publicKey:
    'BAniXXn05YU4PqHeeOnXau64djJ-UvY2axK007XbwfAhrTfSofp4aPbhj5g1mLzNyrwoKXIYJ8lNbQoUk07GHH0',
  privateKey: 'RwweRnMraFOSJIj-NVIKNGGSZJYQ0BMEWH0cSleNG-s',
  subject: 'mailto:operators@abhyasa.test',
}
