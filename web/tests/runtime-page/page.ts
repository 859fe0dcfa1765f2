/** The page of `tests/e2e/test_runtime.py`: the runtime alone, handed to the test. */
import { createRuntime } from '../../src/runtime/runtime';
import type { RunOutcome, Runtime } from '../../src/runtime/runtime';

interface Trial {
  outcome: RunOutcome | null;
  output: string;
  errors: string;
  cuts: number;
  prompts: string[];
}

/** Makes a runtime and a way to run cells that a test can call with plain data. */
class Desk {
  readonly runtime: Runtime;
  readonly events: string[] = [];
  answers: (string | null)[] = [];
  trial: Trial = emptyTrial();

  constructor(manifestUrl: string) {
    this.runtime = createRuntime(manifestUrl);
    for (const name of ['phase', 'restart'] as const) {
      this.runtime.addEventListener(name, () => {
        this.events.push(name === 'phase' ? this.runtime.phase : name);
      });
    }
  }

  async run(code: string, timeLimitMs = 60_000, cellId = 'one'): Promise<Trial> {
    const trial = emptyTrial();
    this.trial = trial;
    trial.outcome = await this.runtime.run({
      cellId,
      code,
      timeLimitMs,
      onOutput({ stream, text }) {
        if (stream === 'stdout') trial.output += text;
        else trial.errors += text;
      },
      onOutputCut() {
        trial.cuts += 1;
      },
      onInput: async (prompt) => {
        trial.prompts.push(prompt);
        const answer = this.answers.shift();
        return answer === undefined ? new Promise<never>(() => {}) : answer;
      },
    });
    return trial;
  }
}

function emptyTrial(): Trial {
  return { outcome: null, output: '', errors: '', cuts: 0, prompts: [] };
}

Object.assign(globalThis, { desk: new Desk('/runtime/manifest.json'), Desk });
