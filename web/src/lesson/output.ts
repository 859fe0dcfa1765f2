/**
 * What a cell printed, as lines.
 *
 * A carriage return starts the line anew, as in a terminal, so that progress bars stay one line.
 * A long output is shown as its beginning and its end with a fold between them: the first lines
 * say what it is, the last ones how it ended.
 */
import type { OutputChunk } from '../runtime/runtime';

export type Stream = OutputChunk['stream'];

interface OutputLine {
  stream: Stream;
  /** Without its line end. */
  text: string;
  /** False while the line may still grow: no line end was printed. */
  ended: boolean;
}

/** Neighbouring lines of one stream, with the line ends that were printed. */
export interface OutputPiece {
  stream: Stream;
  text: string;
}

export interface FoldedOutput {
  head: readonly OutputPiece[];
  /** How many lines stand in the fold. */
  hidden: number;
  tail: readonly OutputPiece[];
}

/** Output grows while a cell runs, so this one object is changed in place by its cell. */
export class OutputLog {
  readonly #lines: OutputLine[] = [];
  /** A carriage return was seen: the next text replaces the open line. */
  #rewind = false;

  get lineCount(): number {
    return this.#lines.length;
  }

  get empty(): boolean {
    return this.#lines.length === 0;
  }

  append(chunk: OutputChunk): void {
    for (const token of chunk.text.match(/\r?\n|\r|[^\r\n]+/g) ?? []) {
      if (token === '\r') this.#rewind = true;
      else if (token.endsWith('\n')) this.#endLine(chunk.stream);
      else this.#write(chunk.stream, token);
    }
  }

  /** Everything as text. */
  text(): string {
    return pieces(this.#lines)
      .map((piece) => piece.text)
      .join('');
  }

  /**
   * At most `limit` lines, half from the beginning and half from the end; all of them when
   * `limit` is null. A fold that would hide a single line is not worth its own line.
   */
  fold(limit: number | null): FoldedOutput {
    const count = this.#lines.length;
    if (limit === null || count <= limit + 1) {
      return { head: pieces(this.#lines), hidden: 0, tail: [] };
    }
    const headCount = Math.ceil(limit / 2);
    const tailCount = limit - headCount;
    return {
      head: pieces(this.#lines.slice(0, headCount)),
      hidden: count - limit,
      tail: pieces(this.#lines.slice(count - tailCount)),
    };
  }

  #write(stream: Stream, text: string): void {
    const open = this.#openLine(stream);
    open.text = this.#rewind ? text : open.text + text;
    this.#rewind = false;
  }

  #endLine(stream: Stream): void {
    this.#openLine(stream).ended = true;
    this.#rewind = false;
  }

  /** The line that is being written; text of another stream ends it. */
  #openLine(stream: Stream): OutputLine {
    const last = this.#lines.at(-1);
    if (last && !last.ended && last.stream === stream) return last;
    if (last) last.ended = true;
    const line: OutputLine = { stream, text: '', ended: false };
    this.#lines.push(line);
    return line;
  }
}

function pieces(lines: readonly OutputLine[]): OutputPiece[] {
  const result: OutputPiece[] = [];
  for (const line of lines) {
    const text = line.ended ? `${line.text}\n` : line.text;
    const last = result.at(-1);
    if (last?.stream === line.stream) last.text += text;
    else result.push({ stream: line.stream, text });
  }
  return result;
}
