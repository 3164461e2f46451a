import type { AgentStep } from "@psi/core";

/** Steps of an answer, and what was noted besides until the answer comes. */
export interface NotedSteps {
  readonly steps: AsyncGenerator<AgentStep, void>;
  readonly notes: Iterable<string>;
}

/**
 * Steps that begin when the first is read; the notes come first among those of the answer. Leaving them reaches
 * the steps themselves at once, also while one is being made: a generator around another would pass it on only
 * when that step is done.
 *
 * @param start may throw: so does the first step then.
 */
export function startedSteps(start: () => NotedSteps): AsyncGenerator<AgentStep, void> {
  let started: NotedSteps | undefined;
  async function* steps(): AsyncGenerator<AgentStep, void> {
    started = start();
    for await (const step of started.steps) yield withNotes(step, started.notes);
  }
  const outer = steps();
  const leave = outer.return.bind(outer);
  outer.return = async (value) => {
    await started?.steps.return(value);
    return leave(value);
  };
  return outer;
}

function withNotes(step: AgentStep, notes: Iterable<string>): AgentStep {
  if (step.kind !== "answer") return step;
  const { answer } = step;
  return { ...step, answer: { ...answer, notes: [...notes, ...answer.notes] } };
}
