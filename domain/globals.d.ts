// The pure Web APIs that browsers, Workers and Node have in common. The domain is compiled with
// these and the language alone, so that anything else (fetch, document, process) is an error.

declare class URL {
  static canParse(url: string, base?: string): boolean
  constructor(url: string, base?: string)
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly searchParams: URLSearchParams
}

declare class URLSearchParams {
  constructor(init?: string | Record<string, string>)
  get(name: string): string | null
  readonly size: number
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare function atob(base64: string): string
