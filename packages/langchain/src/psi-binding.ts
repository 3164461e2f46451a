import { Runnable, RunnableBinding, type RunnableConfig } from "@langchain/core/runnables";
import { ambientConfig } from "./ambient-config.js";
import { mergeSettings, settingsIn, withSettings } from "./search-settings.js";

type RetryFields = Parameters<Runnable["withRetry"]>[0];
type Listeners = Parameters<Runnable["withListeners"]>[0];

/**
 * What `withConfig` of our runnables returns. LangChain's own binding lets `configurable.psi` of a call
 * replace the bound one; this merges them: first what is bound, then the run's, then the call's.
 */
export class PsiBinding<Input, Output> extends RunnableBinding<Input, Output> {
  override lc_serializable = false;

  /** @throws PsiError `invalid-option` for bad settings in `configurable.psi`. */
  constructor(bound: Runnable<Input, Output>, config: Partial<RunnableConfig>) {
    settingsIn(config);
    super({ bound, config, kwargs: {} });
  }

  override async _mergeConfig(
    ...options: (Partial<RunnableConfig> | undefined)[]
  ): Promise<Partial<RunnableConfig>> {
    const merged = await super._mergeConfig(...options);
    const asked = [ambientConfig(), ...options].map(settingsIn);
    return withSettings(merged, mergeSettings(settingsIn(this.config), ...asked));
  }

  override withConfig(config: Partial<RunnableConfig>): PsiBinding<Input, Output> {
    const configurable = { ...this.config.configurable, ...config.configurable };
    const psi = mergeSettings(settingsIn(this.config), settingsIn(config));
    const both = { ...this.config, ...config, configurable };
    return new PsiBinding(this.bound, withSettings(both, psi));
  }

  // LangChain's bindings give these what they bind, and their configuration: its merging would be LangChain's.
  override withRetry(
    fields?: RetryFields,
  ): ReturnType<RunnableBinding<Input, Output>["withRetry"]> {
    return Runnable.prototype.withRetry.call(this, fields) as ReturnType<
      RunnableBinding<Input, Output>["withRetry"]
    >;
  }

  override withListeners(listeners: Listeners): Runnable<Input, Output> {
    return Runnable.prototype.withListeners.call(this, listeners);
  }
}
