/** What was spent. */
export interface Usage {
  readonly modelCalls: number;
  /** As the models told, or estimated where they did not. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Whether any of the tokens are estimated. */
  readonly estimated: boolean;
  readonly embedderCalls: number;
  readonly milliseconds: number;
  /** In the unit of the prices that were given; undefined without prices. */
  readonly cost?: number;
}
