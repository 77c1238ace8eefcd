// A verifier in Go with the standard library only, written from docs/format.md.
//
// Reads one question a line and writes one answer a line; try it with
//
//	go build -o verifier node_modules/@linesman/regress/examples/conform/verifier.go
//	npx linesman conform --numbers -- ./verifier
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"math/bits"
	"os"
	"sort"
	"strconv"
	"strings"
)

// refusal is the number of the first check that a proof does not pass.
type refusal int

func check(holds bool, number refusal) {
	if !holds {
		panic(number)
	}
}

type hash = [32]byte

// Questions as the README of the corpus describes them. 64-bit integers are decimal strings.

type node struct {
	hash    hash
	isRight bool
}

func (n *node) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) != 33 || raw[32] > 1 {
		return fmt.Errorf("%q is no path node", digits)
	}
	copy(n.hash[:], raw)
	n.isRight = raw[32] == 1
	return nil
}

type root hash

func (r *root) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) != 32 {
		return fmt.Errorf("%q is no hash", digits)
	}
	copy(r[:], raw)
	return nil
}

type stat struct {
	Key    uint32 `json:"key"`
	Value  int32  `json:"value"`
	Period int32  `json:"period"`
}

type statLeaf struct {
	Stat          stat   `json:"stat"`
	EventStatRoot root   `json:"eventStatRoot"`
	Path          []node `json:"path"`
}

type summary struct {
	FixtureID     int64  `json:"fixtureId,string"`
	UpdateCount   int64  `json:"updateCount"`
	MinTimestamp  int64  `json:"minTimestamp,string"`
	MaxTimestamp  int64  `json:"maxTimestamp,string"`
	SubTreeRoot   root   `json:"subTreeRoot"`
	CompetitionID int32  `json:"competitionId"`
	Competition   string `json:"competition"`
}

type oddsRecord struct {
	FixtureID        int64    `json:"fixtureId,string"`
	MessageID        string   `json:"messageId"`
	Ts               int64    `json:"ts,string"`
	Bookmaker        string   `json:"bookmaker"`
	BookmakerID      int32    `json:"bookmakerId"`
	SuperOddsType    string   `json:"superOddsType"`
	GameState        *string  `json:"gameState"`
	InRunning        bool     `json:"inRunning"`
	MarketParameters *string  `json:"marketParameters"`
	MarketPeriod     *string  `json:"marketPeriod"`
	PriceNames       []string `json:"priceNames"`
	Prices           []int32  `json:"prices"`
}

type fixtureRecord struct {
	Ts                 int64  `json:"ts,string"`
	StartTime          int64  `json:"startTime,string"`
	Competition        string `json:"competition"`
	CompetitionID      int32  `json:"competitionId"`
	FixtureGroupID     int32  `json:"fixtureGroupId"`
	Participant1ID     int32  `json:"participant1Id"`
	Participant1       string `json:"participant1"`
	Participant2ID     int32  `json:"participant2Id"`
	Participant2       string `json:"participant2"`
	FixtureID          int64  `json:"fixtureId,string"`
	Participant1IsHome bool   `json:"participant1IsHome"`
}

type metadata struct {
	TotalUpdateCount    int32 `json:"totalUpdateCount"`
	NumUniqueFixtures   int32 `json:"numUniqueFixtures"`
	OverallBatchStartTs int64 `json:"overallBatchStartTs,string"`
	OverallBatchEndTs   int64 `json:"overallBatchEndTs,string"`
}

type proof struct {
	Ts               int64         `json:"ts,string"`
	Summary          summary       `json:"summary"`
	FixturePath      []node        `json:"fixturePath"`
	MainPath         []node        `json:"mainPath"`
	EventStatRoot    root          `json:"eventStatRoot"`
	Leaves           []statLeaf    `json:"leaves"`
	MultiproofHashes []node        `json:"multiproofHashes"`
	LeafIndices      []uint32      `json:"leafIndices"`
	StatA            statLeaf      `json:"statA"`
	StatB            *statLeaf     `json:"statB"`
	Odds             oddsRecord    `json:"odds"`
	Snapshot         fixtureRecord `json:"snapshot"`
	SubTreePath      []node        `json:"subTreePath"`
	Index            int64         `json:"index"`
	Metadata         metadata      `json:"metadata"`
	Path             []node        `json:"path"`
}

type predicate struct {
	Threshold  int32  `json:"threshold"`
	Comparison string `json:"comparison"`
}

type strategy struct {
	// Version 1.
	Predicate predicate `json:"predicate"`
	Op        *string   `json:"op"`
	// Versions 2 to 4.
	GeometricTargets []struct {
		StatIndex  int   `json:"statIndex"`
		Prediction int32 `json:"prediction"`
	} `json:"geometricTargets"`
	DistancePredicate  *predicate `json:"distancePredicate"`
	DiscretePredicates []struct {
		Single *struct {
			Index     int       `json:"index"`
			Predicate predicate `json:"predicate"`
		} `json:"single"`
		Binary *struct {
			IndexA    int       `json:"indexA"`
			IndexB    int       `json:"indexB"`
			Op        string    `json:"op"`
			Predicate predicate `json:"predicate"`
		} `json:"binary"`
	} `json:"discretePredicates"`
}

type question struct {
	Instruction string   `json:"instruction"`
	Sport       *byte    `json:"sport"`
	Proof       *proof   `json:"proof"`
	Answer      string   `json:"answer"`
	Strategy    strategy `json:"strategy"`
	Account     string   `json:"account"`
	Keys        []string `json:"keys"`
	Signature   *string  `json:"signature"`
}

// Section 1: encoding.

type writer struct{ bytes.Buffer }

func (w *writer) put(values ...any) *writer {
	for _, value := range values {
		switch of := value.(type) {
		case string:
			w.put(uint32(len(of)))
			w.WriteString(of)
		case *string:
			if of == nil {
				w.put(byte(0))
			} else {
				w.put(byte(1), *of)
			}
		case []string:
			putList(w, of)
		case []int32:
			putList(w, of)
		case []uint32:
			putList(w, of)
		case []node:
			w.put(uint32(len(of)))
			for _, one := range of {
				w.put(one.hash, one.isRight)
			}
		default:
			if err := binary.Write(w, binary.LittleEndian, value); err != nil {
				log.Fatal(err)
			}
		}
	}
	return w
}

func putList[T any](w *writer, list []T) {
	w.put(uint32(len(list)))
	for _, one := range list {
		w.put(one)
	}
}

func encoded(values ...any) []byte { return new(writer).put(values...).Bytes() }

func sha(values ...any) hash { return sha256.Sum256(encoded(values...)) }

// Sections 2 and 3: paths.

func fold(leaf hash, path []node) hash {
	for _, one := range path {
		if one.isRight {
			leaf = sha(leaf, one.hash)
		} else {
			leaf = sha(one.hash, leaf)
		}
	}
	return leaf
}

func indexOf(path []node) (index int64) {
	for level, one := range path {
		if !one.isRight {
			index |= 1 << level
		}
	}
	return index
}

// depthOf is the depth of a tree with at least one leaf.
func depthOf(leaves int64) int { return bits.Len64(uint64(leaves - 1)) }

func checkPaths(paths ...[]node) {
	for _, path := range paths {
		check(len(path) <= 32, 6062)
	}
}

// Section 4: leaves.

func (s stat) leaf() hash { return sha(s.Key, s.Value, s.Period) }

func (s summary) scores() []byte {
	return encoded(s.FixtureID, int32(s.UpdateCount), s.MinTimestamp, s.MaxTimestamp, s.SubTreeRoot)
}

func (s summary) odds() []byte {
	return encoded(s.FixtureID, uint32(s.UpdateCount), s.MinTimestamp, s.MaxTimestamp, s.SubTreeRoot)
}

func (s summary) fixture() []byte {
	head := []any{s.FixtureID, s.CompetitionID, s.Competition, uint32(s.UpdateCount)}
	return encoded(append(head, s.MinTimestamp, s.MaxTimestamp, s.SubTreeRoot)...)
}

func (o oddsRecord) bytes() []byte {
	head := []any{o.FixtureID, o.MessageID, o.Ts, o.Bookmaker, o.BookmakerID, o.SuperOddsType, o.GameState}
	return encoded(append(head, o.InRunning, o.MarketParameters, o.MarketPeriod, o.PriceNames, o.Prices)...)
}

func (f fixtureRecord) bytes() []byte {
	head := []any{f.Ts, f.StartTime, f.Competition, f.CompetitionID, f.FixtureGroupID, f.Participant1ID}
	rest := []any{f.Participant1, f.Participant2ID, f.Participant2, f.FixtureID, f.Participant1IsHome}
	return encoded(append(head, rest...)...)
}

// Section 6: zero proofs.

type layout struct {
	blocks, bases []uint32
	offsets       uint32
}

var usBlocks = []uint32{0, 1, 2, 10, 20, 30, 40}

var layouts = map[byte]layout{
	1: {[]uint32{0, 1, 2, 3, 4, 5, 6, 7}, []uint32{0, 8, 16, 24, 32, 40, 48, 56}, 8},
	2: {usBlocks, []uint32{0, 36, 72, 108, 144, 180, 216}, 36},
	6: {usBlocks, []uint32{0, 18, 34, 50, 66, 82, 98}, 16},
}

func bitOf(of layout, key uint32) (bit uint32, found bool) {
	block, offset := key/1000, key%1000
	for i, one := range of.blocks {
		if one == block && offset >= 1 && offset <= of.offsets {
			return of.bases[i] + offset - 1, true
		}
	}
	return 0, false
}

func hasMarker(path []node) bool {
	return len(path) > 0 && bytes.Equal(path[0].hash[1:], bytes.Repeat([]byte{0xff}, 31))
}

// zeros checks the zero proofs of one call. Trusted is nil until the first decides, if the caller knows no sport.
type zeros struct {
	trusted     *byte
	fixturePath []node
}

func (z *zeros) check(leaf statLeaf) {
	path := leaf.Path
	check(len(path) == 2, 6023)
	check(!path[0].isRight && !path[1].isRight, 6023)
	check(hasMarker(path), 6023)
	number := path[0].hash[0]
	of, isKnown := layouts[number]
	check(isKnown, 6073)
	if z.trusted == nil {
		z.trusted = &number
	}
	check(*z.trusted == number, 6073)
	check(leaf.Stat.Value == 0, 6023)
	zeroMap := path[1].hash
	check(len(z.fixturePath) > 0 && sha(zeroMap) == z.fixturePath[0].hash, 6023)
	bit, hasBit := bitOf(of, leaf.Stat.Key)
	check(hasBit, 6073)
	check(zeroMap[bit/8]>>(bit%8)&1 == 1, 6074)
}

// Section 7: times and roots.

const (
	day  = 86_400_000
	slot = 300_000
	hour = 3_600_000
)

func isInRange(time int64) bool { return time >= 0 && time/day <= 65_535 }

func slotOf(time int64) (of, place int64) {
	check(isInRange(time), 6027)
	return time / day, time % day / slot
}

func hourOf(time int64) (window, place int64) {
	check(isInRange(time), 6027)
	of := time / day
	window = of - of%10
	return window, 24*(of-window) + time%day/hour
}

type accountKind struct {
	discriminator       string
	size                int
	wrongSize, wrongDay refusal
}

var (
	scoresRoots  = accountKind{"d90c0c170ab7737d", 9232, 6011, 2006}
	oddsRoots    = accountKind{"0d6e05ed89f203dd", 9232, 6011, 2006}
	fixtureRoots = accountKind{"3930b904a415a782", 7696, 6044, 6005}
	fixtureBatch = accountKind{"3930b904a415a782", 7696, 6044, 2006}
	notPublished hash
)

func published(kind accountKind, account []byte, of, place int64) (found hash) {
	check(len(account) == kind.size, kind.wrongSize)
	check(hex.EncodeToString(account[:8]) == kind.discriminator, 6008)
	check(int64(binary.LittleEndian.Uint16(account[8:])) == of, kind.wrongDay)
	copy(found[:], account[10+32*place:])
	check(found != notPublished, 6007)
	return found
}

// Section 8: multiproofs.

type entry struct {
	number uint32
	hash   hash
}

func foldMultiproof(set []entry, hashes []node) hash {
	for {
		sort.Slice(set, func(i, j int) bool { return set[i].number > set[j].number })
		one := set[0]
		set = set[1:]
		if one.number == 1 {
			check(len(hashes) == 0, 6078)
			return one.hash
		}
		var parent hash
		if one.number%2 == 1 && len(set) > 0 && set[0].number == one.number-1 {
			parent = sha(set[0].hash, one.hash)
			set = set[1:]
		} else {
			check(len(hashes) > 0, 6077)
			check(hashes[0].isRight == (one.number%2 == 0), 6078)
			parent = fold(one.hash, hashes[:1])
			hashes = hashes[1:]
		}
		set = append(set, entry{one.number / 2, parent})
	}
}

// Section 9: the signature. The library checks the curve, the canonical S and R, and the equation without the cofactor.

var (
	prime, _   = new(big.Int).SetString("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed", 16)
	smallOrder = map[string]bool{
		"0000000000000000000000000000000000000000000000000000000000000000": true,
		"0100000000000000000000000000000000000000000000000000000000000000": true,
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": true,
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a": true,
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05": true,
	}
)

// isUsable says whether 32 bytes are canonical and not of small order.
func isUsable(point []byte) bool {
	y := append([]byte{}, point...)
	y[31] &= 0x7f
	if smallOrder[hex.EncodeToString(y)] {
		return false
	}
	for i := 0; i < 16; i++ {
		y[i], y[31-i] = y[31-i], y[i]
	}
	return new(big.Int).SetBytes(y).Cmp(prime) < 0
}

func isSigned(keys []string, digest hash, signature []byte) bool {
	for _, digits := range keys {
		key, err := hex.DecodeString(digits)
		if err == nil && len(key) == 32 && len(signature) == 64 && isUsable(key) && isUsable(signature[:32]) &&
			ed25519.Verify(key, digest[:], signature) {
			return true
		}
	}
	return false
}

func (p proof) scoresPayload() hash {
	w := new(writer).put(p.Ts, p.Summary.scores(), p.FixturePath, p.MainPath, p.EventStatRoot, uint32(len(p.Leaves)))
	for _, leaf := range p.Leaves {
		w.put(leaf.Stat, leaf.Path)
	}
	return sha256.Sum256(w.put(p.MultiproofHashes, p.LeafIndices).Bytes())
}

func (p proof) oddsPayload() hash {
	return sha(p.Ts, p.Odds.bytes(), p.Summary.odds(), p.SubTreePath, p.MainPath)
}

// Section 10: the checks in their order.

func (p proof) checkSummary(paths ...[]node) (of, place int64) {
	s := p.Summary
	check(p.Ts == s.MinTimestamp, 6010)
	checkPaths(p.FixturePath, p.MainPath)
	checkPaths(paths...)
	of, place = slotOf(s.MinTimestamp)
	lastDay, lastPlace := slotOf(s.MaxTimestamp)
	check(s.MinTimestamp <= s.MaxTimestamp, 6005)
	check(of == lastDay && place == lastPlace, 6005)
	check(s.UpdateCount >= 1, 6100)
	return of, place
}

func checkMain(leaf []byte, path []node, published hash) {
	check(len(path) > 0, 6004)
	check(fold(sha(byte(1), leaf), path) == published, 6004)
}

func (p proof) checkEvent(event root) {
	path, leaves := p.FixturePath, 2*p.Summary.UpdateCount
	check(len(path) > 0 && !path[0].isRight, 6022)
	check(len(path) == depthOf(leaves), 6022)
	check(indexOf(path) < leaves, 6022)
	check(root(fold(hash(event), path)) == p.Summary.SubTreeRoot, 6022)
}

func checkSingle(leaf statLeaf, event root, of *zeros) {
	if hasMarker(leaf.Path) {
		of.check(leaf)
	} else {
		check(root(fold(leaf.Stat.leaf(), leaf.Path)) == event, 6023)
	}
}

func (p proof) checkIndices(present int) {
	check(len(p.LeafIndices) == present, 6075)
	seen := map[uint32]bool{}
	for _, index := range p.LeafIndices {
		check(index > 0 && bits.Len32(index) == bits.Len32(p.LeafIndices[0]), 6076)
		check(!seen[index], 6076)
		seen[index] = true
	}
	keys := map[uint32]bool{}
	for _, leaf := range p.Leaves {
		check(!keys[leaf.Stat.Key], 6076)
		keys[leaf.Stat.Key] = true
	}
}

func (p proof) checkMultiproof(of *zeros) {
	var set []entry
	for _, leaf := range p.Leaves {
		if len(leaf.Path) > 0 {
			of.check(leaf)
		} else {
			set = append(set, entry{p.LeafIndices[len(set)], leaf.Stat.leaf()})
		}
	}
	if len(set) == 0 {
		check(len(p.MultiproofHashes) == 0, 6078)
		return
	}
	check(root(foldMultiproof(set, p.MultiproofHashes)) == p.EventStatRoot, 6023)
}

func (p predicate) holds(value, threshold int64) bool {
	switch p.Comparison {
	case "GreaterThan":
		return value > threshold
	case "LessThan":
		return value < threshold
	default:
		return value == threshold
	}
}

func combined(a int32, op string, b int32) int64 {
	value := int64(a) + int64(b)
	if op == "Subtract" {
		value = int64(a) - int64(b)
	}
	check(value == int64(int32(value)), 6027)
	return value
}

func (s strategy) evaluate(leaves []statLeaf) bool {
	check(len(s.GeometricTargets) == 0 || s.DistancePredicate != nil, 6072)
	var used []int
	for _, target := range s.GeometricTargets {
		used = append(used, target.StatIndex)
	}
	for _, one := range s.DiscretePredicates {
		if one.Single != nil {
			used = append(used, one.Single.Index)
		} else {
			used = append(used, one.Binary.IndexA, one.Binary.IndexB)
		}
	}
	distinct := map[int]bool{}
	for _, index := range used {
		check(index < len(leaves), 6073)
		distinct[index] = true
	}
	check(len(distinct) == len(used), 6070)
	check(len(distinct) == len(leaves), 6071)

	// Every part is combined, so that an overflow is found whatever the others say.
	value := func(index int) int32 { return leaves[index].Stat.Value }
	var distance int64
	for _, target := range s.GeometricTargets {
		difference := int64(value(target.StatIndex)) - int64(target.Prediction)
		if difference < 0 {
			difference = -difference
		}
		distance += difference
	}
	check(distance == int64(uint32(distance)), 6027)
	verdict := true
	if s.DistancePredicate != nil {
		verdict = s.DistancePredicate.holds(distance, int64(uint32(s.DistancePredicate.Threshold)))
	}
	for _, one := range s.DiscretePredicates {
		if one.Single != nil {
			of := one.Single.Predicate
			verdict = of.holds(int64(value(one.Single.Index)), int64(of.Threshold)) && verdict
		} else {
			of := one.Binary
			result := combined(value(of.IndexA), of.Op, value(of.IndexB))
			verdict = of.Predicate.holds(result, int64(of.Predicate.Threshold)) && verdict
		}
	}
	return verdict
}

func scores(q question, account []byte) (bool, []statLeaf) {
	p, isMultiproof := q.Proof, q.Instruction != "validate_stat_v2"
	check(len(p.Leaves) >= 1 && len(p.Leaves) <= 5, 6069)
	paths, present := [][]node{p.MultiproofHashes}, 0
	for _, leaf := range p.Leaves {
		paths = append(paths, leaf.Path)
		if len(leaf.Path) == 0 {
			present++
		}
	}
	of, place := p.checkSummary(paths...)
	if isMultiproof {
		p.checkIndices(present)
	}
	checkMain(p.Summary.scores(), p.MainPath, published(scoresRoots, account, of, place))
	p.checkEvent(p.EventStatRoot)
	zero := &zeros{q.Sport, p.FixturePath}
	if isMultiproof {
		p.checkMultiproof(zero)
	} else {
		for _, leaf := range p.Leaves {
			checkSingle(leaf, p.EventStatRoot, zero)
		}
	}
	return q.Strategy.evaluate(p.Leaves), p.Leaves
}

func scoresV1(q question, account []byte) (bool, []statLeaf) {
	p, op := q.Proof, q.Strategy.Op
	leaves := []statLeaf{p.StatA}
	if p.StatB != nil {
		leaves = append(leaves, *p.StatB)
	}
	var paths [][]node
	for _, leaf := range leaves {
		paths = append(paths, leaf.Path)
	}
	of, place := p.checkSummary(paths...)
	check((p.StatB != nil) == (op != nil), 6024)
	checkMain(p.Summary.scores(), p.MainPath, published(scoresRoots, account, of, place))
	zero := &zeros{q.Sport, p.FixturePath}
	event := p.StatA.EventStatRoot
	checkSingle(p.StatA, event, zero)
	value := int64(p.StatA.Stat.Value)
	if p.StatB != nil {
		check(p.StatB.EventStatRoot == event, 6024)
		checkSingle(*p.StatB, event, zero)
		value = combined(p.StatA.Stat.Value, *op, p.StatB.Stat.Value)
	}
	p.checkEvent(event)
	return q.Strategy.Predicate.holds(value, int64(q.Strategy.Predicate.Threshold)), leaves
}

func (s summary) checkRecord(ts int64) {
	check(ts >= s.MinTimestamp, 6005)
	check(ts <= s.MaxTimestamp, 6005)
	check(s.UpdateCount >= 1, 6100)
}

func (s summary) checkSubTree(record []byte, path []node) {
	check(len(path) == depthOf(s.UpdateCount), 6003)
	check(indexOf(path) < s.UpdateCount, 6003)
	check(root(fold(sha256.Sum256(record), path)) == s.SubTreeRoot, 6003)
}

func odds(p proof, account []byte) {
	s, record := p.Summary, p.Odds.bytes()
	check(p.Ts == p.Odds.Ts, 6010)
	checkPaths(p.SubTreePath, p.MainPath)
	of, place := slotOf(p.Ts)
	s.checkRecord(p.Ts)
	check(len(p.Odds.PriceNames) == len(p.Odds.Prices), 6001)
	check(p.Odds.FixtureID == s.FixtureID, 6048)
	check(len(record) != 64, 6102)
	found := published(oddsRoots, account, of, place)
	s.checkSubTree(record, p.SubTreePath)
	checkMain(s.odds(), p.MainPath, found)
}

func fixture(p proof, account []byte) {
	s, record := p.Summary, p.Snapshot.bytes()
	checkPaths(p.SubTreePath, p.MainPath)
	window, place := hourOf(p.Snapshot.Ts)
	s.checkRecord(p.Snapshot.Ts)
	check((p.Snapshot.FixtureID^s.FixtureID)&(1<<48-1) == 0, 6048)
	check(p.Snapshot.CompetitionID == s.CompetitionID, 6048)
	check(p.Snapshot.Competition == s.Competition, 6048)
	check(len(record) != 64, 6102)
	found := published(fixtureRoots, account, window, place)
	s.checkSubTree(record, p.SubTreePath)
	checkMain(s.fixture(), p.MainPath, found)
}

func batch(p proof, account []byte) {
	m := p.Metadata
	if isInRange(m.OverallBatchStartTs) {
		_, place := hourOf(m.OverallBatchStartTs)
		check(p.Index == place, 6010)
	}
	checkPaths(p.Path)
	window, place := hourOf(m.OverallBatchStartTs)
	check(m.OverallBatchStartTs <= m.OverallBatchEndTs, 6005)
	check(m.TotalUpdateCount >= 1 && m.NumUniqueFixtures >= 1, 6100)
	found := published(fixtureBatch, account, window, place)
	check(len(p.Path) == depthOf(int64(m.NumUniqueFixtures)+1), 6004)
	check(indexOf(p.Path) == 0, 6004)
	check(fold(sha(byte(0), m), p.Path) == found, 6004)
}

// Section 13: the answer of a service becomes the proof of a question.

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// bytesOf returns nil for what is no way to write bytes. It does not check their number.
func bytesOf(value any, size int) (found []byte) {
	list, isList := value.([]any)
	unsigned, signed := isList, isList
	for _, one := range list {
		number, _ := one.(json.Number)
		whole, err := strconv.ParseInt(string(number), 10, 16)
		if err != nil {
			return nil
		}
		found = append(found, byte(whole))
		unsigned = unsigned && whole >= 0 && whole <= 255
		signed = signed && whole >= -128 && whole <= 127
	}
	text, isText := value.(string)
	switch {
	case unsigned || signed:
		return found
	case !isText || len(text) > 2*size+2:
		return nil
	case len(text) == 2*size || len(text) == 2*size+2 && strings.EqualFold(text[:2], "0x"):
		if found, err := hex.DecodeString(text[len(text)-2*size:]); err == nil {
			return found
		}
	case strings.HasSuffix(text, "="):
		// The decoder would skip line ends.
		found, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil || base64.StdEncoding.EncodeToString(found) != text {
			return nil
		}
		return found
	}
	number := new(big.Int)
	for _, digit := range text {
		place := strings.IndexRune(base58, digit)
		if place < 0 {
			return nil
		}
		number.Add(number.Mul(number, big.NewInt(58)), big.NewInt(int64(place)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, "1"))
	return append(make([]byte, zeros), number.Bytes()...)
}

func hexOf(value any, size int) string {
	found := bytesOf(value, size)
	check(len(found) == size, 7002)
	return hex.EncodeToString(found)
}

type object = map[string]any

// The names of an answer that are others in a question.
var names = map[string]string{
	"eventStatsSubTreeRoot": "subTreeRoot", "oddsSubTreeRoot": "subTreeRoot", "updateSubTreeRoot": "subTreeRoot",
	"mainTreeProof": "mainPath", "fixtureProof": "fixturePath", "subTreeProof": "subTreePath", "statProof": "path",
	"oddsSnapshot": "odds", "proof": "path", "hashes": "multiproofHashes", "indices": "leafIndices",
}

// asInQuestion renames fields, and writes hashes as hex and 64-bit integers as text.
func asInQuestion(value any) any {
	if list, isList := value.([]any); isList {
		for i, one := range list {
			list[i] = asInQuestion(one)
		}
		return list
	}
	fields, isObject := value.(object)
	if !isObject {
		return value
	}
	of := object{}
	for name, field := range fields {
		name = strings.ToLower(name[:1]) + name[1:]
		if other, found := names[name]; found {
			name = other
		}
		switch name {
		case "hash", "subTreeRoot", "eventStatRoot":
			of[name] = hexOf(field, 32)
		case "signature":
			of[name] = hexOf(field, 64)
		case "fixtureId", "minTimestamp", "maxTimestamp", "ts", "startTime", "overallBatchStartTs", "overallBatchEndTs":
			of[name] = fmt.Sprint(field)
		case "updateStats", "multiproof", "payload":
			for name, inner := range asInQuestion(field).(object) {
				of[name] = inner
			}
		default:
			of[name] = asInQuestion(field)
		}
	}
	if isRight, isNode := of["isRightSibling"].(bool); isNode {
		return of["hash"].(string) + map[bool]string{true: "01", false: "00"}[isRight]
	}
	return of
}

// readAnswer returns the proof of an answer, and its signature if it has one.
func readAnswer(text string) (p *proof, signature *string) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var answer any
	if err := decoder.Decode(&answer); err != nil {
		log.Fatal(err)
	}
	of := asInQuestion(answer).(object)
	if signed, isSigned := of["signature"].(string); isSigned {
		signature = &signed
	}
	term := func(stat, path string) object {
		return object{"stat": of[stat], "path": of[path], "eventStatRoot": of["eventStatRoot"]}
	}
	if record, isOdds := of["odds"].(object); isOdds && signature == nil {
		of["ts"] = record["ts"]
	} else if of["eventStatRoot"] != nil && signature == nil {
		// The time in an unsigned answer is that of the record.
		of["ts"], of["fixturePath"] = of["summary"].(object)["minTimestamp"], of["subTreePath"]
		of["leaves"] = of["statsToProve"]
	}
	if of["statToProve"] != nil {
		of["statA"] = term("statToProve", "path")
	}
	if of["statToProve2"] != nil {
		of["statB"] = term("statToProve2", "statProof2")
	}
	if paths, isSingle := of["statProofs"].([]any); isSingle {
		stats := of["statsToProve"].([]any)
		check(len(paths) == len(stats), 7000)
		for i, stat := range stats {
			stats[i] = object{"stat": stat, "path": paths[i]}
		}
	}
	written, err := json.Marshal(of)
	if err == nil {
		err = json.Unmarshal(written, &p)
	}
	if err != nil {
		log.Fatal(err)
	}
	if of["metadata"] != nil {
		_, p.Index = hourOf(p.Metadata.OverallBatchStartTs)
	}
	return p, signature
}

// Section 11 and 15: facts and answers.

func factOf(leaf statLeaf) any {
	if hasMarker(leaf.Path) {
		return map[string]any{"key": leaf.Stat.Key, "absent": true}
	}
	return leaf.Stat
}

func answerTo(q question) (answer map[string]any) {
	defer func() {
		switch stopped := recover().(type) {
		case nil:
		case refusal:
			answer = map[string]any{"valid": false, "error": stopped}
		default:
			panic(stopped)
		}
	}()
	account, err := base64.StdEncoding.DecodeString(q.Account)
	if err != nil {
		log.Fatal(err)
	}
	if q.Proof == nil {
		q.Proof, q.Signature = readAnswer(q.Answer)
	}
	isOdds := q.Instruction == "validate_odds" || q.Instruction == "validate_odds_v4"
	if q.Signature != nil {
		signature, err := hex.DecodeString(*q.Signature)
		digest := q.Proof.scoresPayload
		if isOdds {
			digest = q.Proof.oddsPayload
		}
		check(err == nil && isSigned(q.Keys, digest(), signature), 6083)
	}
	verdict, facts := true, []any(nil)
	switch {
	case isOdds:
		odds(*q.Proof, account)
	case q.Instruction == "validate_fixture":
		fixture(*q.Proof, account)
	case q.Instruction == "validate_fixture_batch":
		batch(*q.Proof, account)
	default:
		verify := scores
		if q.Instruction == "validate_stat" {
			verify = scoresV1
		}
		var leaves []statLeaf
		verdict, leaves = verify(q, account)
		for _, leaf := range leaves {
			facts = append(facts, factOf(leaf))
		}
	}
	return map[string]any{"valid": true, "verdict": verdict, "facts": facts}
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var q question
		if err := json.Unmarshal(line, &q); err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(answerTo(q)); err != nil {
			log.Fatal(err)
		}
	}
}
