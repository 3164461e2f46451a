/** The part of the WebAssembly API that is used here; Node's types do not declare it without the DOM's. */
export interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: {
    initial: number;
    maximum: number;
  }) => {
    readonly buffer: ArrayBuffer;
  };
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** The host's WebAssembly, or undefined where it is switched off. */
export function webAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
}
