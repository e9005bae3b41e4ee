import { dataLayerReader } from './data-layer.ts'

/** Google Analytics 4 for one id. It sends nothing before the commands js and config. Where storage
 *  is denied, it sends without a cookie. Source: GA4's /g/collect as its debugger shows it. */
export const gtagScript = (id: string) => `(function (id) {
  ${dataLayerReader}
  var startedAt = null, isConfigured = false;
  function collect(event) {
    var isStored = isGranted('analytics_storage');
    if (isStored && document.cookie.indexOf('_ga=') === -1)
      document.cookie = '_ga=GA1.1.' + Math.floor(Math.random() * 1e9) + '.' +
        Math.floor(Date.now() / 1000) + ';path=/;max-age=63072000';
    var query = 'v=2&tid=' + encodeURIComponent(id) + '&gcs=' + consentState() +
      '&npa=' + (isGranted('ad_personalization') ? 0 : 1) +
      '&en=' + encodeURIComponent(event) + '&dl=' + encodeURIComponent(location.href);
    fetch('https://www.google-analytics.com/g/collect?' + query,
      { method: 'POST', mode: 'no-cors', keepalive: true });
  }
  function start() {
    if (startedAt && isConfigured) collect('page_view');
  }
  readDataLayer(function (command) {
    if (command[0] === 'js') { startedAt = command[1]; start(); }
    if (command[0] === 'config' && command[1] === id) { isConfigured = true; start(); }
    if (command[0] === 'event' && startedAt && isConfigured) collect(command[1]);
  }, function () {});
})(${JSON.stringify(id)})`
