/** Each push fills the next empty <ins class="adsbygoogle">. Errors as Google's script throws them:
 *  no place is left, the place has no slot, or no width. Source: the errors that AdSense's help
 *  lists under "AdSense code implementation issues". */
export const adsScript = `(function () {
  var queue = window.adsbygoogle || [];
  function fill() {
    var place = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])');
    if (!place) throw new Error("TagError: adsbygoogle.push() error: All 'ins' elements in the " +
      'DOM with class=adsbygoogle already have ads in them.');
    var data = place.dataset;
    if (!/^ca-pub-/.test(data.adClient || '') || !data.adSlot)
      throw new Error('TagError: adsbygoogle.push() error: data-ad-client or data-ad-slot missing');
    if (place.offsetWidth === 0)
      throw new Error('TagError: adsbygoogle.push() error: No slot size for availableWidth=0');
    place.setAttribute('data-adsbygoogle-status', 'done');
    var frame = document.createElement('iframe');
    frame.width = String(place.offsetWidth);
    frame.height = '250';
    frame.title = 'Advertisement';
    frame.style.border = '0';
    frame.src = 'https://googleads.g.doubleclick.net/pagead/ads?client=' +
      encodeURIComponent(data.adClient) + '&slot=' + encodeURIComponent(data.adSlot) +
      '&npa=' + (queue.requestNonPersonalizedAds ? 1 : 0);
    frame.onload = function () { place.setAttribute('data-ad-status', 'filled'); };
    place.appendChild(frame);
  }
  for (var i = 0; i < queue.length; i++) fill();
  window.adsbygoogle = { push: fill, loaded: true };
})()`
