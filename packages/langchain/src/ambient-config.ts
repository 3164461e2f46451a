// Gives LangChain's storage its AsyncLocalStorage, as the module's first act; without it, calls inside a
// run would not see the run's configuration.
import "@langchain/core/callbacks/dispatch";
import type { Callbacks } from "@langchain/core/callbacks/manager";
import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * Runs some work with a configuration that every LangChain part called in it takes up by itself: its
 * callbacks make them child runs, its signal stops them. Our own contracts carry no callbacks, so this is how
 * they pass through a hybrid retriever or a fusion.
 */
export function withConfig<T>(config: RunnableConfig, work: () => Promise<T>): Promise<T> {
  return AsyncLocalStorageProviderSingleton.runWithConfig(config, work);
}

/** The configuration of the run that this call is part of. */
export function ambientConfig(): RunnableConfig | undefined {
  return AsyncLocalStorageProviderSingleton.getRunnableConfig() as RunnableConfig | undefined;
}

/** The callbacks of the run that this call is part of, for LangChain parts that want them handed over. */
export function ambientCallbacks(): Callbacks | undefined {
  return ambientConfig()?.callbacks;
}
