import { dataLayerReader } from './data-layer.ts'

/** Google Tag Manager with a container of one tag, which fires on "All pages" where storage for
 *  analytics is granted. Without the message gtm.start the container does not start. */
export const tagManagerScript = (id: string) => `(function (id) {
  ${dataLayerReader}
  readDataLayer(function () {}, function (message) {
    if (message.event !== 'gtm.js' || typeof message['gtm.start'] !== 'number') return;
    if (!isGranted('analytics_storage')) return;
    new Image().src = 'https://www.googletagmanager.com/a?id=' + encodeURIComponent(id) +
      '&e=' + message.event + '&gcs=' + consentState();
  });
})(${JSON.stringify(id)})`
