import { fail, INVALID_INSTRUCTION_DATA } from '@linesman/sdk/error';
import { isData, isNamed } from '@linesman/sdk/internal/error/document/accountIn';
import { beginsAsInstruction } from '@linesman/sdk/internal/program/decodeInstruction';
import { bytesOfList } from '@linesman/sdk/internal/proof/byteList';
import { documentOfFile } from '@linesman/sdk/internal/proof/documentOfFile';
import { bytesOfAnyText } from '@linesman/sdk/internal/proof/textForms';

/**
 * The data of an instruction from text: hexadecimal (with or without 0x), padded Base64 or Base58; integers, or a
 * `Buffer` as JSON; or one instruction in JSON, as a node answers or `linesman encode` prints it. If a text is an
 * instruction in one of these encodings, it counts as that encoding.
 *
 * Errors: INVALID_INSTRUCTION_DATA; MALFORMED_RESPONSE, REPEATED_KEY and INVALID_HASH for broken JSON.
 */
export function bytesOfText(text: string): Uint8Array {
  if (!/^[[{"]/.test(text)) return decoded(text);
  const data = dataIn(documentOfFile(text, 'The instruction'));
  if (typeof data === 'string') return decoded(data);
  return bytesOfList(data, 'data') ?? fail(INVALID_INSTRUCTION_DATA, { problem: 'no data' });
}

function decoded(text: string): Uint8Array {
  const bytes = bytesOfAnyText(text, beginsAsInstruction);
  return bytes ?? fail(INVALID_INSTRUCTION_DATA, { problem: 'no encoding', text });
}

/** Text or integers. */
function dataIn(document: unknown): unknown {
  if (isData(document)) return Array.isArray(document) && isNamed(document) ? document[0] : document;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  const { data, instructions, transaction, message } = document as Record<string, unknown>;
  if (isData(data)) return dataIn(data);
  const isOne = Array.isArray(instructions) && instructions.length === 1;
  if (isOne) return dataIn(instructions[0]);
  if (instructions !== undefined || transaction !== undefined || message !== undefined)
    return fail(INVALID_INSTRUCTION_DATA, { problem: 'several' });
  return undefined;
}
