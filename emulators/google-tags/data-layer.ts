/** How gtag.js and gtm.js read `dataLayer`, for both scripts: entries that were pushed before the
 *  script are handled in their order, later ones as they are pushed. A command of gtag is an
 *  `arguments` object; an array is taken for a method call on the data layer's model, and is no
 *  command. Any other object is a message, with or without an event. Consent is shared by all
 *  scripts of the page: what was never set counts as granted, as Google's scripts take it.
 *  Source: developers.google.com/tag-platform, "The data layer" and "Consent mode". */
export const dataLayerReader = `
  function readDataLayer(onCommand, onMessage) {
    var layer = (window.dataLayer = window.dataLayer || []);
    var shared = (window.google_tag_data = window.google_tag_data || { consent: {} });
    function handle(entry) {
      if (Object.prototype.toString.call(entry) === '[object Arguments]') {
        if (entry[0] === 'consent')
          for (var name in entry[2]) shared.consent[name] = entry[2][name];
        onCommand([].slice.call(entry));
      } else if (!Array.isArray(entry) && entry && typeof entry === 'object') onMessage(entry);
    }
    for (var i = 0; i < layer.length; i++) handle(layer[i]);
    var push = layer.push;
    layer.push = function () {
      var length = push.apply(layer, arguments);
      for (var j = 0; j < arguments.length; j++) handle(arguments[j]);
      return length;
    };
  }
  function isGranted(name) {
    return (window.google_tag_data.consent[name] || 'granted') === 'granted';
  }
  function consentState() {
    return 'G1' + (isGranted('ad_storage') ? 1 : 0) + (isGranted('analytics_storage') ? 1 : 0);
  }
`
