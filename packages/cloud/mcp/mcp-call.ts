/**
 * One tools/call: from a name and arguments to an operation's run and its answer as a tool result. Owns how answers,
 * refusals and bugs read over MCP; a refusal is the sentence that REST sends for the same input, and behind it what
 * helps to correct the arguments.
 */
import {
  type CallToolRequestParams,
  type CallToolResult,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import type { Caller, Deps } from '../context.ts';
import { asAppError } from '../http/http-refusals.ts';
import { type Call, execute, picturesOf, questionBefore } from '../operation/operation.ts';
import { fieldName } from '../operation/operation-input.ts';
import { type FittedAnswer, fitAnswer, maxAnswerTokens } from './mcp-answer-size.ts';
import { bindFile, type McpFile } from './mcp-files.ts';
import { imageContent } from './mcp-images.ts';
import { type ToolSchema as Schema, schemaOf } from './mcp-schemas.ts';
import { type McpTool, type McpTools, nearNames } from './mcp-tools.ts';

/** Who calls, from where, with which tools, and under which X-Request-Id a bug is logged. */
export interface McpCall {
  caller: Caller;
  requestId: string;
  clientAddress: string;
  tools: McpTools;
  /** File parts that came with the message. */
  files?: readonly McpFile[];
}

/** The person behind the client: whether it can ask one, and what came back. */
export interface McpPerson {
  canBeAsked: boolean;
  answers: Record<string, unknown> | undefined;
}

type Result = CallToolResult | InputRequiredResult;

/** Runs the tool that is named. Throws ProtocolError -32602 when there is none of this name. */
export async function callMcpTool(
  deps: Deps,
  { name, arguments: given = {} }: CallToolRequestParams,
  { call, person }: { call: McpCall; person: McpPerson },
): Promise<Result> {
  const tool = call.tools.find(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, call.tools.whyMissing(name));
  let input: Record<string, unknown> = given;
  try {
    const { part, images, ...own } = takeShowing(tool, { ...tool.facts.defaults, ...given });
    const keyed = tool.keyed ? takeIdempotencyKey(own.input) : { ...own, idempotencyKey: undefined };
    const bound = bindFile(tool, keyed.input, call.files ?? []);
    input = bound.input;
    const { caller, clientAddress } = call;
    const wanted: Call = { caller, clientAddress, ...bound, idempotencyKey: keyed.idempotencyKey };
    const asked = await askPerson(tool, person, () => questionBefore(tool.operation, deps, wanted));
    if (asked) return asked;
    const output = await execute(tool.operation, deps, wanted);
    const fitted = fitAnswer(output, fitWishOf(tool, part));
    return resultOf(tool, fitted, images ? await shownBeside(deps, tool, { wanted, fitted, call }) : []);
  } catch (error) {
    const refusal = asAppError(error);
    if (refusal.code === 'internal') {
      const { requestId } = call;
      deps.log('error', 'request.failed', { requestId, method: 'tools/call', tool: name, error });
    }
    return refused(refusal, refusal.code === 'malformed' ? hintAtArguments(tool, input) : undefined);
  }
}

/** Whatever becomes of the pictures, what the tool did is done: the answer goes out, and says that they are missing. */
async function shownBeside(
  deps: Deps,
  { operation }: McpTool,
  { wanted, fitted, call }: { wanted: Call; fitted: FittedAnswer; call: McpCall },
): Promise<CallToolResult['content']> {
  try {
    const pictures = await picturesOf(operation, deps, { call: wanted, output: fitted.output });
    return await imageContent(deps, pictures);
  } catch (error) {
    const { requestId } = call;
    deps.log('error', 'pictures.failed', { requestId, tool: operation.name, error });
    return [{ type: 'text', text: "The pictures can't be shown now." }];
  }
}

function resultOf(
  { structured }: McpTool,
  { output, note }: FittedAnswer,
  images: CallToolResult['content'],
): CallToolResult {
  const content: CallToolResult['content'] = [
    { type: 'text', text: JSON.stringify(output) },
    ...(note === undefined ? [] : [{ type: 'text' as const, text: note }]),
    ...images,
  ];
  return structured ? { content, structuredContent: output as Record<string, unknown> } : { content };
}

/** An answer that goes out as structuredContent too is read once or twice, as the client does it. */
function fitWishOf({ inParts, facts: { longAnswer }, structured }: McpTool, part: number | undefined) {
  return {
    maxTokens: structured ? maxAnswerTokens / 2 : maxAnswerTokens,
    part: inParts ? (part ?? 1) : undefined,
    see: typeof longAnswer === 'object' ? longAnswer.see : undefined,
  };
}

/** The extra arguments about how an answer is shown, where the tool has them; the operation's own input knows nothing of them. */
function takeShowing(
  { inParts, shows }: McpTool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; part: number | undefined; images: boolean } {
  const input = { ...given };
  let part: number | undefined;
  let images = false;
  if (inParts && input.part !== undefined) {
    if (!Number.isSafeInteger(input.part) || (input.part as number) < 1) {
      throw new AppError('malformed', 'part: must be a whole number from 1 on.');
    }
    part = input.part as number;
    delete input.part;
  }
  if (shows && input.images !== undefined) {
    if (typeof input.images !== 'boolean') throw new AppError('malformed', 'images: must be true or false.');
    images = input.images;
    delete input.images;
  }
  return { input, part, images };
}

/** The sentence as REST sends it; the hint is a text of its own. */
function refused({ sentence }: AppError, hint: string | undefined): CallToolResult {
  const texts = hint === undefined ? [sentence] : [sentence, hint];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
}

/** The extra argument of tools that create or pay; the operation's own input knows nothing of it. */
function takeIdempotencyKey({ idempotency_key: key, ...input }: Record<string, unknown>) {
  if (key === undefined) return { input, idempotencyKey: undefined };
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('malformed', 'idempotency_key: must be 1 to 200 visible ASCII characters.');
  }
  return { input, idempotencyKey: key };
}

const yesOrNo: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, go on' } },
  required: ['confirm'],
};

/**
 * Where money moves and the client can ask (revision 2026-07-28): the question, then on the repeated call its answer.
 * Nothing is kept between the two. Undefined: go on. Throws forbidden when the person didn't say yes.
 */
async function askPerson(
  { keyed, operation }: McpTool,
  { canBeAsked, answers }: McpPerson,
  question: () => Promise<string | undefined>,
): Promise<InputRequiredResult | undefined> {
  if (!canBeAsked || !keyed || !operation.question) return undefined;
  const answer = inputResponse(answers, 'confirm');
  if (answer.kind === 'elicit') {
    if (answer.action === 'accept' && answer.content?.confirm === true) return undefined;
    throw new AppError('forbidden', 'The person did not agree, so nothing was paid.');
  }
  const message = await question();
  if (message === undefined) return undefined;
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: yesOrNo }) },
  });
}

const maxIssues = 3;

/**
 * What helps to get arguments right that the tool's schema refuses: what each field means and which tool supplies it, and which
 * arguments there are; of the whole schema, for tools/list shows what is needed at first. Undefined when there is no more to say.
 */
function hintAtArguments({ operation, listed }: McpTool, input: unknown): string | undefined {
  const { error } = operation.input.safeParse(withoutMcpArguments({ operation, listed }, input));
  if (!error) return undefined;
  const whole = wholeSchemaOf({ operation, listed });
  const lines = error.issues.slice(0, maxIssues).map((issue) => {
    const schema = schemaAt(whole, issue.path);
    if (issue.code === 'unrecognized_keys') {
      const place = issue.path.length ? fieldName(issue.path) : listed.name;
      return takes(place, Object.keys(schema?.properties ?? {}), issue.keys);
    }
    const said = schema?.description;
    return said ? `${fieldName(issue.path)}: ${said}.` : undefined;
  });
  const text = [...new Set(lines.filter((line) => line !== undefined))].join('\n');
  return text || undefined;
}

/** Arguments that belong to MCP alone are no fields of the operation; what is wrong with them was said already. */
function withoutMcpArguments(
  { operation, listed }: Pick<McpTool, 'operation' | 'listed'>,
  input: unknown,
): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const own = new Set(Object.keys(operation.input.shape));
  const shown = listed.inputSchema.properties ?? {};
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => own.has(name) || !Object.hasOwn(shown, name)),
  );
}

/** Every word on every argument, those of MCP alone included. */
function wholeSchemaOf({ operation, listed }: Pick<McpTool, 'operation' | 'listed'>): Schema {
  const shown = listed.inputSchema.properties as Record<string, Schema>;
  return { properties: { ...shown, ...schemaOf(operation.input).properties } };
}

function takes(place: string, known: readonly string[], unknown: readonly string[]): string {
  const list = known.length > 0 ? `${place} takes ${known.join(', ')}.` : `${place} takes no arguments.`;
  const near = [...new Set(unknown.slice(0, maxIssues).flatMap((name) => nearNames(name, known)))];
  return near.length > 0 ? `${list} Did you mean ${near.join(', ')}?` : list;
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const step of path) {
    const each: Schema[] = [at, ...(at.anyOf ?? []), ...(at.oneOf ?? [])];
    at =
      typeof step === 'number'
        ? each.find(({ items }) => items)?.items
        : each.find(({ properties }) => properties && Object.hasOwn(properties, step))?.properties?.[
            String(step)
          ];
    if (!at) return undefined;
  }
  return at;
}
