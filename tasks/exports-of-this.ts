import type { Plugin } from 'vite'

/** js-aruco2 exports by assigning to `this` alone, by which the bundler does not recognise a
 *  CommonJS module. */
export const exportsOfThis = (): Plugin => ({
  name: 'exports-of-this',
  transform: {
    filter: { id: /\/js-aruco2\/src\/\w+\.js$/ },
    handler: (code) =>
      code.replace('this.CV || ', '').replace(/^this\.(AR|CV) = \1;?$/m, 'exports.$1 = $1;'),
  },
})
