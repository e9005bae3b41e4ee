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
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare function atob(base64: string): string

declare class TextDecoder {
  decode(bytes: Uint8Array | ArrayBuffer): string
}

declare function btoa(bytes: string): string

/** Bytes through a stream that changes them; nothing of a network. */
declare class Blob {
  constructor(parts: readonly Uint8Array<ArrayBuffer>[])
  stream(): ByteStream
}
declare class ByteStream {
  pipeThrough(transform: CompressionStream | DecompressionStream): ByteStream
}
declare class CompressionStream {
  constructor(format: 'gzip')
  readonly compresses: true
}
declare class DecompressionStream {
  constructor(format: 'gzip')
  readonly compresses: false
}
declare class Response {
  constructor(body: ByteStream)
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The deterministic part of WebCrypto. */
declare const crypto: {
  readonly subtle: {
    digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
    importKey(
      format: 'raw',
      key: Uint8Array<ArrayBuffer>,
      algorithm: 'PBKDF2' | 'AES-GCM',
      isExtractable: boolean,
      usages: ('deriveBits' | 'encrypt' | 'decrypt')[],
    ): Promise<CryptoKey>
    deriveBits(
      algorithm: {
        name: 'PBKDF2'
        hash: 'SHA-256'
        salt: Uint8Array<ArrayBuffer>
        iterations: number
      },
      key: CryptoKey,
      bits: number,
    ): Promise<ArrayBuffer>
    encrypt: Cipher
    decrypt: Cipher
  }
}
declare class CryptoKey {
  readonly type: string
}
type Cipher = (
  algorithm: { name: 'AES-GCM'; iv: Uint8Array<ArrayBuffer> },
  key: CryptoKey,
  data: Uint8Array<ArrayBuffer>,
) => Promise<ArrayBuffer>
