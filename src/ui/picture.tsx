import { imageAddress, imageWidths } from '../../domain/image-sizes.ts'

/** A responsive image. `url`: of the product API's media; `sizes`: as in HTML. Width and height
 *  reserve its space; it loads lazily unless `eager` is set. */
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
  const widths = imageWidths.filter((candidate, index) => index === 0 || candidate <= width * 2)
  return (
    <img
      src={imageAddress(url, widths[0]!)}
      srcSet={widths.map((candidate) => `${imageAddress(url, candidate)} ${candidate}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
