import { type Arg, DockerfileParser, type From, type Instruction, ModifiableInstruction } from 'dockerfile-ast';

/** One instruction that changes the files or the settings of a stage. */
export type Step =
  | { readonly kind: 'copy'; readonly copy: Copy }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'command'; readonly args: readonly string[] };

export interface Copy {
  /** Stage to copy from; undefined for the checkout. */
  readonly from: string | undefined;
  readonly owner: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export interface Stage {
  readonly name: string;
  /** Name of an earlier stage, or of an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Name of the last stage, which is the image. */
export const imageStage = 'image';

type Reader = (instruction: Instruction, args: readonly string[]) => Step[];

/** Instructions that the Dockerfile uses. Each throws for a form that it can't carry out as Docker does. */
const readers: Readonly<Record<string, Reader>> = {
  COPY: (instruction, args) => {
    const { from, chown, ...others } = readFlags(instruction);
    if (Object.keys(others).length > 0) throw refuse(instruction);
    return [{ kind: 'copy', copy: { from, owner: chown, sources: args.slice(0, -1), target: args.at(-1) ?? '' } }];
  },
  RUN: (instruction) => {
    const command = instruction.getRawArgumentsContent() ?? '';
    if (Object.keys(readFlags(instruction)).length > 0 || /^\[|<</.test(command)) throw refuse(instruction);
    return [{ kind: 'run', command }];
  },
  WORKDIR: (_instruction, [path = '']) => [{ kind: 'workdir', path }],
  USER: (_instruction, [user = '']) => [{ kind: 'user', user }],
  ENV: (_instruction, args) => [{ kind: 'environment', variables: Object.fromEntries(args.map(readVariable)) }],
  CMD: (instruction) => [{ kind: 'command', args: JSON.parse(instruction.getArgumentsContent() ?? '') }],
  EXPOSE: () => [],
  LABEL: () => [],
};

function refuse(instruction: Instruction): Error {
  return new Error(`Line ${instruction.getRange().start.line + 1} has a form that this test can't run: ${instruction}`);
}

function readFlags(instruction: Instruction): Readonly<Record<string, string>> {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  return Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? '']));
}

function readVariable(text: string): readonly [string, string] {
  const [, name = '', value = ''] = /^(\w+)=([^"'\\]*)$/.exec(text) ?? [];
  if (name === '') throw new Error(`This test can't read the variable ${text}.`);
  return [name, value];
}

function readArgument(argument: Arg): readonly [string, string] {
  const property = argument.getProperty();
  return [property?.getName() ?? '', property?.getValue() ?? ''];
}

/**
 * Reads the stages of a Dockerfile in their order. Arguments before the first stage have their defaults.
 * @throws Error for an instruction or a form of one that isn't supported.
 */
export function readStages(dockerfile: string): Stage[] {
  const parsed = DockerfileParser.parse(dockerfile);
  const defaults = new Map(parsed.getInitialARGs().map(readArgument));
  const froms: readonly From[] = parsed.getFROMs();
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  for (const instruction of parsed.getInstructions().slice(parsed.getInitialARGs().length)) {
    const from = froms.find((one) => one === instruction);
    const args = instruction.getArguments().map((argument) => argument.getValue());
    if (from) {
      const base = (from.getImage() ?? '').replace(/^\$\{(\w+)\}$/, (_all, name: string) => defaults.get(name) ?? '');
      stages.push({ name: from.getBuildStage() ?? imageStage, base, steps: [] });
      continue;
    }
    const read = readers[instruction.getKeyword()];
    // Only the shell of a RUN may see a variable.
    const hasVariable = instruction.getKeyword() !== 'RUN' && args.some((text) => text.includes('$'));
    if (!read || hasVariable) throw refuse(instruction);
    stages.at(-1)?.steps.push(...read(instruction, args));
  }
  return stages;
}
