import { bytesToHex } from 'linesman/format';
import { type DrawnEdge, type DrawnNode, type InspectedCheck, type InspectSection, layOutTrees } from 'linesman/proof';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Room for the outline of a node that has the focus. */
const EDGE = 5;
/** Trees stand beside each other up to this width. */
const WIDEST = 1_000;

interface DrawingProps {
  readonly section: InspectSection;
  readonly broken: InspectedCheck | null;
  readonly selected: string | null;
  readonly select: (node: string) => void;
}

/** The trees of a level. Every node is a button; a wide tree scrolls inside of its frame. */
export function Drawing({ section, broken, selected, select }: DrawingProps) {
  const { trees, width, height } = layOutTrees(section.trees, broken, WIDEST);
  const frame = useRef<HTMLDivElement>(null);
  const root = trees[0]?.nodes[0];
  const middle = root && trees[0] ? trees[0].x + root.x + root.width / 2 : 0;
  useEffect(() => {
    const { current } = frame;
    if (current) current.scrollLeft = middle - current.clientWidth / 2;
  }, [middle]);
  const [w, h] = [width + 2 * EDGE, height + 2 * EDGE];
  return (
    <div class="drawing" ref={frame}>
      <svg width={w} height={h} viewBox={`${-EDGE} ${-EDGE} ${w} ${h}`}>
        <title>{`Drawing of the ${section.title}`}</title>
        {trees.map((tree) => (
          <g key={`${tree.x} ${tree.y}`} transform={`translate(${tree.x} ${tree.y})`}>
            {tree.nodes
              .flatMap(({ edges }) => edges)
              .map((edge) => (
                <path key={`${edge.x1} ${edge.x2} ${edge.y2}`} class={`edge ${edge.kind}`} d={wayOf(edge)} />
              ))}
            {tree.nodes.map((drawn) => (
              <NodeBox key={drawn.node.id} drawn={drawn} isSelected={drawn.node.id === selected} select={select} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Down, to the side and down again, with round corners. */
function wayOf({ x1, y1, middle, x2, y2 }: DrawnEdge): string {
  const radius = Math.min(7, Math.abs(x2 - x1) / 2, Math.abs(middle - y1), Math.abs(y2 - middle));
  const right = x2 > x1 ? radius : -radius;
  if (x1 === x2) return `M${x1} ${y1}V${y2}`;
  return (
    `M${x1} ${y1}V${middle - radius}Q${x1} ${middle} ${x1 + right} ${middle}` +
    `H${x2 - right}Q${x2} ${middle} ${x2} ${middle + radius}V${y2}`
  );
}

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
