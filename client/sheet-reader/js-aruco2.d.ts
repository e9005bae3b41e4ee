/** The part of js-aruco2 that is used. It has no types of its own. */
declare module 'js-aruco2' {
  type DetectedMarker = {
    id: number
    /** Clockwise from the marker's own top left corner, in pixels. */
    corners: readonly { x: number; y: number }[]
    hammingDistance: number
  }
  const aruco: {
    AR: {
      DICTIONARIES: Record<string, { nBits: number; tau: number; codeList: readonly number[] }>
      Detector: new (config: { dictionaryName: string; maxHammingDistance: number }) => {
        /** What it works in: a byte per pixel, and contours' numbers with a border around. */
        grey: { data: Uint8Array }
        thres: { data: Uint8Array }
        binary: Int32Array
        /** data: four bytes per pixel. */
        detectImage: (width: number, height: number, data: Uint8ClampedArray) => DetectedMarker[]
      }
    }
  }
  export default aruco
}
