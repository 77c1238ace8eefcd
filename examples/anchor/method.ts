import anchor, { type Idl, type MethodsNamespace, type Program } from '@coral-xyz/anchor';

type Type = NonNullable<Idl['types']>[number]['type'];
type Field = Idl['instructions'][number]['args'][number]['type'];

/**
 * `program.methods[name](…)` with the arguments that `linesman` builds from the service's answers. The names match
 * those in the IDL, whose types say what Anchor expects: BN for 64-bit integers, lists for bytes.
 */
export function method<IDL extends Idl, Name extends keyof MethodsNamespace<IDL>>(
  { idl, methods }: Program<IDL>,
  name: Name,
  values: object,
): ReturnType<MethodsNamespace<IDL>[Name]> {
  const instruction = idl.instructions.find((one) => one.name === name);
  if (!instruction) throw new Error(`the IDL has no instruction ${String(name)}`);
  const args = instruction.args.map((one) => converted(idl, one.type, member(values, one.name)));
  return methods[name](...(args as never)) as ReturnType<MethodsNamespace<IDL>[Name]>;
}

function converted(idl: Idl, type: Field, value: unknown): unknown {
  if (type === 'u64' || type === 'i64') return new anchor.BN(String(value));
  if (typeof type === 'string') return value;
  if ('option' in type) return value === null ? null : converted(idl, type.option, value);
  if ('vec' in type) return Array.from(value as Iterable<unknown>, (one) => converted(idl, type.vec, one));
  if ('array' in type) return Array.from(value as Iterable<unknown>, (one) => converted(idl, type.array[0], one));
  if ('defined' in type) {
    const found = idl.types?.find(({ name }) => name === type.defined.name);
    if (found) return convertedContent(idl, found.type, value);
  }
  throw new Error(`no conversion for the type ${JSON.stringify(type)}`);
}

function convertedContent(idl: Idl, type: Type, value: unknown): unknown {
  if (type.kind === 'type') return converted(idl, type.alias, value);
  if (type.kind === 'struct') return convertedFields(idl, type.fields ?? [], value);
  const variant = type.variants.find(({ name }) => Object.hasOwn(Object(value), name));
  if (!variant) throw new Error(`none of ${type.variants.map(({ name }) => name).join(', ')} is there`);
  return { [variant.name]: convertedFields(idl, variant.fields ?? [], member(value, variant.name)) };
}

function convertedFields(idl: Idl, fields: NonNullable<Extract<Type, { kind: 'struct' }>['fields']>, value: unknown) {
  return Object.fromEntries(
    fields.map((field, place) => {
      // The fields of a tuple have types but no names.
      const [name, type] = typeof field === 'object' && 'name' in field ? [field.name, field.type] : [place, field];
      return [name, converted(idl, type, member(value, name))];
    }),
  );
}

function member(values: unknown, name: string | number): unknown {
  const value = Object(values)[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}
