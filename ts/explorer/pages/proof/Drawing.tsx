import { bytesToHex } from '@linesman/sdk/format';
import {
  type DrawnNode,
  type DrawnPoint,
  type InspectedCheck,
  type InspectSection,
  layOutTrees,
  type TreeDrawing,
} from '@linesman/sdk/proof';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Room for the outline of a node that has the focus. */
const EDGE = 5;
/** Radius of the corners of lines. */
const ROUND = 7;

interface DrawingProps {
  readonly section: InspectSection;
  readonly broken: InspectedCheck | null;
  readonly selected: string | null;
  readonly select: (node: string) => void;
}

/**
 * The trees of a level. Every node is a button. Trees that do not fit side by side are placed below each other. If a
 * single tree is wider than the window, it scrolls inside its frame.
 */
export function Drawing({ section, broken, selected, select }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const most = useWidth(frame);
  return (
    <div class="drawing" ref={frame}>
      {most !== null && (
        <Trees drawing={layOutTrees(section.trees, broken, most - 2 * EDGE)} {...{ section, selected, select }} />
      )}
    </div>
  );
}

interface TreesProps extends Omit<DrawingProps, 'broken'> {
  readonly drawing: TreeDrawing;
}

function Trees({ drawing: { trees, width, height }, section, selected, select }: TreesProps) {
  const [w, h] = [width + 2 * EDGE, height + 2 * EDGE];
  return (
    <svg width={w} height={h} viewBox={`${-EDGE} ${-EDGE} ${w} ${h}`}>
      <title>{`Drawing of the ${section.title}`}</title>
      {trees.map((tree) => (
        <g key={`${tree.x} ${tree.y}`} transform={`translate(${tree.x} ${tree.y})`}>
          {tree.nodes
            .flatMap(({ edges }) => edges)
            .map(({ kind, points }) => (
              <path key={wayOf(points)} class={`edge ${kind}`} d={wayOf(points)} />
            ))}
          {tree.nodes.map((drawn) => (
            <NodeBox key={drawn.node.id} drawn={drawn} isSelected={drawn.node.id === selected} select={select} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** The inner width of an element, px, followed as it changes; null before it is drawn. */
function useWidth(element: { readonly current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** A line with round corners. */
function wayOf(points: readonly DrawnPoint[]): string {
  return points
    .map((at, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before) return `M${at.x} ${at.y}`;
      if (!after) return `L${at.x} ${at.y}`;
      const radius = Math.min(ROUND, distance(before, at) / 2, distance(at, after) / 2);
      return `L${placeTowards(at, before, radius)}Q${at.x} ${at.y} ${placeTowards(at, after, radius)}`;
    })
    .join('');
}

/** The distance between two points of a line whose parts are horizontal or vertical. */
const distance = (a: DrawnPoint, b: DrawnPoint): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

const placeTowards = (from: DrawnPoint, to: DrawnPoint, length: number): string =>
  `${from.x + Math.sign(to.x - from.x) * length} ${from.y + Math.sign(to.y - from.y) * length}`;

interface NodeBoxProps {
  readonly drawn: DrawnNode;
  readonly isSelected: boolean;
  readonly select: (node: string) => void;
}

function NodeBox({ drawn, isSelected, select }: NodeBoxProps) {
  const { node, isBroken, lines, x, y, width, height } = drawn;
  const side = node.side === null ? '' : `, on the ${node.side}`;
  const description = `${isBroken ? 'Broken. ' : ''}${node.text}${side}: ${bytesToHex(node.hash)}`;
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    select(node.id);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button element in SVG.
    <g
      class={`node ${isBroken ? 'broken' : node.kind.replace(' ', '-')}${isSelected ? ' selected' : ''}`}
      role="button"
      tabindex={0}
      aria-description={description}
      aria-pressed={isSelected}
      data-node={node.id}
      onClick={() => select(node.id)}
      onKeyDown={onKeyDown}
    >
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {lines.map((line, i) => (
        <text key={line.y} class={i === 0 ? 'hash' : 'words'} x={x + width / 2} y={line.y}>
          {`${line.text} `}
        </text>
      ))}
    </g>
  );
}
