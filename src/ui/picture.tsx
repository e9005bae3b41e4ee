import { imageAddress, imageWidths } from '../../domain/image-sizes.ts'

/** A picture in the width that the screen needs. `url`: of the product API's media; `sizes`: as in HTML.
 *  Its space is reserved from the first byte; below the fold it waits until it is nearly seen. */
export function Picture({
  url,
  alt,
  width,
  height,
  sizes,
  eager = false,
}: {
  url: string
  alt: string
  width: number
  height: number
  sizes: string
  eager?: boolean
}) {
  const useful = imageWidths.filter((candidate, index) => index === 0 || candidate <= width * 2)
  return (
    <img
      src={imageAddress(url, useful[0]!)}
      srcSet={useful.map((candidate) => `${imageAddress(url, candidate)} ${candidate}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
