/** The widths in which images are served, in pixels, and their quality (1 to 100). */
export const imageWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const
export const imageQuality = 75

/** The address of an image in a width: '/image/640?url=/figures/map.png'. */
export const imageAddress = (url: string, width: (typeof imageWidths)[number]) =>
  `/image/${width}?url=${encodeURIComponent(url)}`
